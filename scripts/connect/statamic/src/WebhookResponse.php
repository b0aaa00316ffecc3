<?php

namespace Vitrine\Statamic;

/** The response of the shop window. */
final readonly class WebhookResponse
{
    public function __construct(
        public int $status,
        public string $body = '',
        public ?string $date = null,
        public ?string $location = null,
    ) {}
}
