<?php

namespace Vitrine\Statamic;

/** Sends a request; follows no redirect and waits for a few seconds at most. */
interface Post
{
    /**
     * @param  array<string, string>  $headers
     *
     * @throws \Throwable if there was no answer
     */
    public function post(string $url, array $headers, string $body): Answer;
}
