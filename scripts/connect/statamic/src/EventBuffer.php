<?php

namespace Vitrine\Statamic;

/**
 * The items saved during one request: each once, in the order of their first save.
 *
 * URLs are read after everything is saved: a new page has none before its tree is saved, and Statamic would cache that
 * for the rest of the request. The URL before a save or a deletion is read in advance.
 */
final class EventBuffer
{
    /** Maximum number of items; a longer list is sent as "all". */
    public const MAX_EVENTS = 200;

    /** @var array<string, array{string, string, ?object, array}> kind, property, item, its facts */
    private array $saved = [];

    /** @var array<string, string> previous URLs, by entry id */
    private array $former = [];

    private bool $isAll = false;

    /** Whether a previous URL would still be sent. */
    public function isOpen(): bool
    {
        return ! $this->isAll && count($this->former) < self::MAX_EVENTS;
    }

    /** Records the URL of an entry before it is saved or deleted. */
    public function recordUri(string $id, string $uri): void
    {
        $this->former[$id] ??= $uri;
    }

    public function add(object $event): void
    {
        $known = EventTypes::of($event);
        if ($known === null) {
            return;
        }
        [$kind, $property] = $known;
        if ($kind === 'all' || count($this->saved) >= self::MAX_EVENTS) {
            $this->isAll = true;
            [$this->saved, $this->former] = [[], []];
        }
        if (! $this->isAll) {
            $subject = $event->{$property} ?? null;
            $facts = ItemFields::of($property, $subject);
            $this->saved[json_encode([$kind, $facts])] ??= [$kind, $property, $subject, $facts];
        }
    }

    /** Takes the collected items in the format of the request; empty if nothing was saved. */
    public function take(): array
    {
        [$saved, $former, $isAll] = [$this->saved, $this->former, $this->isAll];
        [$this->saved, $this->former, $this->isAll] = [[], [], false];
        if ($isAll) {
            return [['event' => 'all']];
        }

        return array_map(fn (array $one) => self::payload($one, $former), array_values($saved));
    }

    private static function payload(array $one, array $former): array
    {
        [$kind, $property, $subject, $facts] = $one;
        $payload = ['event' => $kind] + $facts;
        $before = $property === 'entry' ? $former[$facts['id'] ?? ''] ?? null : null;
        if (! str_ends_with($kind, '.deleted')) {
            $uri = ItemFields::uri($property, $subject);
            $payload += $uri === null ? [] : ['uri' => $uri];
            $before = $before === $uri ? null : $before;
        }

        return $payload + ($before === null ? [] : ['former_uri' => $before]);
    }
}
