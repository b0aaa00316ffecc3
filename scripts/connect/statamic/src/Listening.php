<?php

namespace Vitrine\Statamic;

use Psr\Log\LoggerInterface;
use Statamic\Facades\Blink;
use Statamic\Facades\Entry;

/** Hears Statamic's events and tells the shop window of them once. */
final readonly class Listening
{
    public function __construct(
        private Gathering $gathering,
        private Hook $hook,
        private LoggerInterface $log,
    ) {}

    /** Before an entry is saved or deleted. */
    public function before(object $event): void
    {
        $entry = $event->entry ?? null;
        $id = $entry?->id();
        if (! is_string($id) && ! is_int($id) || ! $this->gathering->isOpen()) {
            return;
        }
        // Statamic remembers addresses that were read: one of before would go into its index with the new text, and
        // one that was read of the new text would be taken for that of before.
        $this->forget($id);
        $isGoing = Kinds::name($event) === 'EntryDeleting';
        $uri = ($isGoing ? $entry : Entry::find($id))?->uri();
        $this->forget($id);
        if (is_string($uri)) {
            $this->gathering->remember((string) $id, $uri);
        }
    }

    public function heard(object $event): void
    {
        $this->gathering->add($event);
    }

    /** Tells what was gathered, if anything was. */
    public function tell(): void
    {
        $events = $this->gathering->take();
        if ($events === []) {
            return;
        }
        $heard = $this->hook->tell($events, self::delivery(), time());
        if (! $heard->isHeard) {
            $this->log->warning("$heard->message What was saved is live after the shop window's next reconciliation. `php please vitrine:ping` tries again.");
        }
    }

    /** An id that no other delivery has. */
    public static function delivery(): string
    {
        return 'statamic_'.bin2hex(random_bytes(16));
    }

    private function forget(string|int $id): void
    {
        foreach (['entry-uris', 'structure-uris'] as $store) {
            Blink::store($store)->forget($id);
        }
    }
}
