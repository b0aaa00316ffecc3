<?php

// Sends the add-on's request for a save to a shop window: php tests/send.php URL SECRET TIME_ZONE
// With PHP's HTTP client, without Laravel's.

require __DIR__.'/things.php';
foreach (['WebhookResponse', 'HttpClient', 'DeliveryResult', 'ItemFields', 'EventTypes', 'EventBuffer', 'Webhook'] as $class) {
    require __DIR__."/../src/$class.php";
}

use Vitrine\Statamic\EventBuffer;
use Vitrine\Statamic\HttpClient;
use Vitrine\Statamic\Webhook;
use Vitrine\Statamic\WebhookResponse;

final class PlainHttpClient implements HttpClient
{
    public function post(string $url, array $headers, string $body): WebhookResponse
    {
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
        $answer = file_get_contents($url, context: stream_context_create(['http' => [
            'method' => 'POST', 'header' => $lines, 'content' => $body, 'timeout' => 10, 'follow_location' => 0, 'ignore_errors' => true,
        ]]));
        preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0] ?? '', $status);

        return new WebhookResponse((int) ($status[1] ?? throw new RuntimeException('no answer')), (string) $answer);
    }
}

[, $url, $secret, $zone] = $argv;
$buffer = new EventBuffer;
foreach (['nl' => '/merken/lumo', 'de' => '/marken/lumo'] as $site => $uri) {
    $buffer->add(event('EntrySaved', ['entry' => entry("lumo-$site", $site, $uri, 'brands')]));
}
$buffer->add(event('CollectionTreeSaved', ['tree' => new Thing(['handle' => 'brands', 'locale' => 'nl'])]));
$result = (new Webhook($url, $secret, $zone, new PlainHttpClient))->send($buffer->take(), 'statamic_'.bin2hex(random_bytes(16)), time());
echo "$result->message\n";
exit($result->isAccepted ? 0 : 1);
