<?php

namespace Vitrine\Statamic;

/** Sends a request, without following redirects and with a timeout of a few seconds. */
interface HttpClient
{
    /**
     * @param  array<string, string>  $headers
     *
     * @throws \Throwable if there is no response
     */
    public function post(string $url, array $headers, string $body): WebhookResponse;

    /**
     * @param  array<string, string>  $headers
     *
     * @throws \Throwable if there is no response
     */
    public function get(string $url, array $headers): WebhookResponse;
}
