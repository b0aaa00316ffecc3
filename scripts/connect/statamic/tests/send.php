<?php

// Sends the add-on's request for a save to a shop window: php tests/send.php URL SECRET TIME_ZONE
// With PHP's HTTP client, without Laravel's.

require __DIR__.'/things.php';
foreach (['Answer', 'Post', 'Heard', 'Facts', 'Kinds', 'Gathering', 'Hook'] as $class) {
    require __DIR__."/../src/$class.php";
}

use Vitrine\Statamic\Answer;
use Vitrine\Statamic\Gathering;
use Vitrine\Statamic\Hook;
use Vitrine\Statamic\Post;

final class PlainPost implements Post
{
    public function post(string $url, array $headers, string $body): Answer
    {
        $lines = array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
        $answer = file_get_contents($url, context: stream_context_create(['http' => [
            'method' => 'POST', 'header' => $lines, 'content' => $body, 'timeout' => 10, 'follow_location' => 0, 'ignore_errors' => true,
        ]]));
        preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0] ?? '', $status);

        return new Answer((int) ($status[1] ?? throw new RuntimeException('no answer')), (string) $answer);
    }
}

[, $url, $secret, $zone] = $argv;
$gathering = new Gathering;
foreach (['nl' => '/merken/lumo', 'de' => '/marken/lumo'] as $site => $uri) {
    $gathering->add(event('EntrySaved', ['entry' => entry("lumo-$site", $site, $uri, 'brands')]));
}
$gathering->add(event('CollectionTreeSaved', ['tree' => new Thing(['handle' => 'brands', 'locale' => 'nl'])]));
$heard = (new Hook($url, $secret, $zone, new PlainPost))->tell($gathering->take(), 'statamic_'.bin2hex(random_bytes(16)), time());
echo "$heard->message\n";
exit($heard->isHeard ? 0 : 1);
