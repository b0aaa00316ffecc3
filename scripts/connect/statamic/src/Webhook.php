<?php

namespace Vitrine\Statamic;

use Throwable;

/**
 * The webhook of the shop window. Requests are signed according to Standard Webhooks: base64 of the HMAC-SHA256 of id,
 * time and body.
 */
final readonly class Webhook
{
    private const PATH = '/api/hooks/content';

    /** Minimum length of the secret, as in the shop window. */
    private const MIN_SECRET_LENGTH = 16;

    /** @param  string  $timeZone  the time zone of entered dates in the CMS, or `browser` */
    public function __construct(
        private ?string $shop,
        #[\SensitiveParameter] private ?string $secret,
        private string $timeZone,
        private HttpClient $client,
    ) {}

    /** The error in the settings, or null. */
    public function configError(): ?string
    {
        if ($this->shop === null || trim($this->shop) === '') {
            return 'VITRINE_URL is not set: write the address of the shop window, https://shop.example';
        }
        if ($this->origin() === null) {
            return "VITRINE_URL is \"{$this->shop}\": write the address of the shop window without a path, https://shop.example";
        }
        if ($this->secret === null || $this->secret === '') {
            return 'VITRINE_CONTENT_HOOK_SECRET is not set: write the secret that `vitrine serve` has (after a change: php artisan config:clear)';
        }
        if (strlen($this->secret) < self::MIN_SECRET_LENGTH) {
            return 'VITRINE_CONTENT_HOOK_SECRET is shorter than '.self::MIN_SECRET_LENGTH.' characters';
        }

        return $this->key() === null ? 'VITRINE_CONTENT_HOOK_SECRET is no base64 after whsec_' : null;
    }

    /** The URL without a path; null if it is invalid. */
    public function origin(): ?string
    {
        $shop = rtrim(trim($this->shop ?? ''), '/');
        $isOrigin = preg_match('~^https?://[^/?#@\s\\\\]+$~i', $shop) === 1 && parse_url($shop, PHP_URL_HOST) !== null;

        return $isOrigin && parse_url($shop) !== false ? $shop : null;
    }

    /**
     * Sends the events in one request. Does not throw.
     *
     * @param  list<array<string, string>>  $events
     * @param  string  $id  unique id of the delivery
     * @param  string|null  $by  the name of the editor, which the shop window shows at its desk alone
     */
    public function send(array $events, string $id, int $now, ?string $by = null): DeliveryResult
    {
        $error = $this->configError();
        if ($error !== null) {
            return DeliveryResult::failed("The shop window was not told: $error");
        }
        $url = $this->origin().self::PATH;
        try {
            $body = $this->body($events, $now, $by);
            $answer = $this->client->post($url, $this->headers($id, $now, $body), $body);
        } catch (Throwable $error) {
            return DeliveryResult::failed("The shop window at $url could not be told: {$error->getMessage()}");
        }

        return DeliveryResult::of($answer, $url, $now);
    }

    private function body(array $events, int $now, ?string $by): string
    {
        return json_encode([
            'event' => $events[0]['event'] ?? 'all',
            'events' => $events,
            'occurred_at' => gmdate('Y-m-d\TH:i:s\Z', $now),
            'time_zone' => $this->timeZone,
        ] + ($by === null ? [] : ['by' => $by]), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    /** @return array<string, string> */
    private function headers(string $id, int $now, string $body): array
    {
        $signature = hash_hmac('sha256', "$id.$now.$body", $this->key(), true);

        return [
            'Content-Type' => 'application/json',
            'webhook-id' => $id,
            'webhook-timestamp' => (string) $now,
            'webhook-signature' => 'v1,'.base64_encode($signature),
        ];
    }

    /** A secret in the format of Standard Webhooks is base64; any other is used unchanged. */
    private function key(): ?string
    {
        if (! str_starts_with($this->secret, 'whsec_')) {
            return $this->secret;
        }
        $written = substr($this->secret, 6);
        $key = base64_decode($written, true);

        return $key === false || base64_encode($key) !== $written ? null : $key;
    }
}
