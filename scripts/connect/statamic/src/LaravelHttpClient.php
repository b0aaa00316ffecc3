<?php

namespace Vitrine\Statamic;

use Illuminate\Http\Client\Factory;

/** Laravel's HTTP client, with its proxies and certificates. */
final readonly class LaravelHttpClient implements HttpClient
{
    /** Timeout, so that a hanging shop window does not block a PHP worker. */
    private const CONNECT_SECONDS = 1;

    private const SECONDS = 3;

    public function __construct(private Factory $http) {}

    public function post(string $url, array $headers, string $body): WebhookResponse
    {
        return self::response($this->request($headers)->withBody($body, $headers['Content-Type'])->post($url));
    }

    public function get(string $url, array $headers): WebhookResponse
    {
        return self::response($this->request($headers)->get($url));
    }

    /** @param  array<string, string>  $headers */
    private function request(array $headers)
    {
        return $this->http
            ->connectTimeout(self::CONNECT_SECONDS)
            ->timeout(self::SECONDS)
            ->withoutRedirecting()
            ->withHeaders($headers);
    }

    private static function response($response): WebhookResponse
    {
        return new WebhookResponse(
            $response->status(),
            $response->body(),
            $response->header('Date') ?: null,
            $response->header('Location') ?: null,
        );
    }
}
