<?php

namespace Vitrine\Statamic;

/** What the shop window answered. */
final readonly class Answer
{
    public function __construct(
        public int $status,
        public string $body = '',
        public ?string $date = null,
        public ?string $location = null,
    ) {}
}
