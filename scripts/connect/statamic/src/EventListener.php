<?php

namespace Vitrine\Statamic;

use Psr\Log\LoggerInterface;
use Statamic\Facades\Blink;
use Statamic\Facades\Entry;
use Statamic\Facades\User;

/** Listens to Statamic's events and sends them to the shop window once. */
final readonly class EventListener
{
    public function __construct(
        private EventBuffer $buffer,
        private Webhook $hook,
        private LoggerInterface $log,
    ) {}

    /** Before an entry is saved or deleted. */
    public function before(object $event): void
    {
        $entry = $event->entry ?? null;
        $id = $entry?->id();
        if (! is_string($id) && ! is_int($id) || ! $this->buffer->isOpen()) {
            return;
        }
        // Statamic caches URLs on read: the previous one would be indexed with the new text, and one read with the new
        // text would be taken for the previous one.
        $this->forget($id);
        $isDeleted = EventTypes::name($event) === 'EntryDeleting';
        $uri = ($isDeleted ? $entry : Entry::find($id))?->uri();
        $this->forget($id);
        if (is_string($uri)) {
            $this->buffer->recordUri((string) $id, $uri);
        }
    }

    public function record(object $event): void
    {
        $this->buffer->add($event);
    }

    /** Sends the collected items, if any. */
    public function flush(): void
    {
        $events = $this->buffer->take();
        if ($events === []) {
            return;
        }
        $result = $this->hook->send($events, self::delivery(), time(), self::editor());
        if (! $result->isAccepted) {
            $this->log->warning("$result->message What was saved is live after the shop window's next reconciliation. `php please vitrine:ping` tries again.");
        }
    }

    /** The name of whoever is logged in to the control panel; null in a command or a queue worker. */
    private static function editor(): ?string
    {
        $name = User::current()?->name();

        return is_string($name) && preg_match('/\A.{1,80}/us', trim($name), $cut) === 1 ? $cut[0] : null;
    }

    /** A unique id of a delivery. */
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
