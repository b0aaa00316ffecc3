<?php

// Entries, terms, trees and events of the CMS, with the names and properties of Statamic 5 and 6.

class Thing
{
    public function __construct(public array $facts) {}

    public function __call($method, $arguments)
    {
        $fact = $this->facts[$method] ?? null;

        return $fact instanceof Closure ? $fact() : $fact;
    }
}

function entry(string $id, string $site, ?string $uri, string $collection = 'pages'): Thing
{
    return new Thing([
        'id' => $id, 'locale' => $site, 'uri' => $uri, 'collectionHandle' => $collection,
        'path' => "/var/www/content/collections/pages/$site/$id.md", 'title' => 'Nobody tells this',
    ]);
}

/** An event by its Statamic class name, with its properties. */
function event(string $name, array $holds): object
{
    $class = "Statamic\\Events\\$name";
    if (! class_exists($class)) {
        eval("namespace Statamic\\Events; #[\\AllowDynamicProperties] class $name {}");
    }
    $event = new $class;
    foreach ($holds as $property => $value) {
        $event->{$property} = $value;
    }

    return $event;
}

/** Records the request. */
final class RecordingClient implements \Vitrine\Statamic\HttpClient
{
    public array $requests = [];

    public \Vitrine\Statamic\WebhookResponse|\Throwable|null $answer = null;

    public function get(string $url, array $headers): \Vitrine\Statamic\WebhookResponse
    {
        $this->requests[] = ['url' => $url, 'headers' => $headers];

        return $this->answer instanceof Throwable ? throw $this->answer : $this->answer;
    }

    public function post(string $url, array $headers, string $body): \Vitrine\Statamic\WebhookResponse
    {
        $this->requests[] = ['url' => $url, 'headers' => $headers, 'body' => $body];

        return new \Vitrine\Statamic\WebhookResponse(202);
    }
}
