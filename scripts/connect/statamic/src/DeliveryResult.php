<?php

namespace Vitrine\Statamic;

/** Whether the shop window accepted the request, and what to do otherwise. */
final readonly class DeliveryResult
{
    /** Maximum clock difference in seconds. */
    private const MAX_CLOCK_SKEW = 300;

    private function __construct(public bool $isAccepted, public string $message) {}

    public static function failed(string $message): self
    {
        return new self(false, $message);
    }

    public static function of(WebhookResponse $answer, string $url, int $now): self
    {
        if ($answer->status === 202) {
            return new self(true, "The shop window at $url has heard.");
        }

        return self::failed(match (true) {
            $answer->status === 403 => self::rejected($answer, $url, $now),
            $answer->status === 404, $answer->status === 405 => "No shop window answers at $url: set VITRINE_URL to the address under which `vitrine serve` answers /api/.",
            $answer->status === 429 => "The shop window at $url takes no more events for now: it has heard too many within a minute (its setting rates.hooks).",
            $answer->status >= 300 && $answer->status < 400 => "$url leads elsewhere (".($answer->location ?? 'no address given').'): set VITRINE_URL to the address that answers itself.',
            default => "The shop window at $url answered {$answer->status}: look into the log of `vitrine serve`.",
        });
    }

    private static function rejected(WebhookResponse $answer, string $url, int $now): string
    {
        $theirs = $answer->date === null ? false : strtotime($answer->date);
        $apart = $theirs === false ? 0 : abs($theirs - $now);
        if ($apart > self::MAX_CLOCK_SKEW) {
            return "The shop window at $url has refused the event: its clock and this one are $apart seconds apart, and 300 are allowed.";
        }

        return "The shop window at $url has refused the event: VITRINE_CONTENT_HOOK_SECRET is not the same there and here, or it has none.";
    }
}
