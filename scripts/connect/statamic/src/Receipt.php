<?php

namespace Vitrine\Statamic;

use Throwable;

/** What became of the last save of an entry, as the shop window tells the owner of the hook's secret. */
final readonly class Receipt
{
    private const PATH = '/api/desk/receipts?entry=';

    public function __construct(
        private Webhook $hook,
        #[\SensitiveParameter] private ?string $secret,
        private HttpClient $client,
    ) {}

    /**
     * The save with its `state`; null if the shop window knows of none, or does not answer. Does not throw.
     *
     * @return array<string, mixed>|null
     */
    public function of(string $entry): ?array
    {
        if ($this->hook->configError() !== null || preg_match('/\A[A-Za-z0-9_-]{1,64}\z/', $entry) !== 1) {
            return null;
        }
        try {
            $answer = $this->client->get($this->hook->origin().self::PATH.$entry, ['Authorization' => "Bearer $this->secret"]);
        } catch (Throwable) {
            return null;
        }
        $told = $answer->status === 200 ? json_decode($answer->body, true) : null;
        $save = is_array($told) ? $told['save'] ?? null : null;

        return is_array($save) && is_string($save['state'] ?? null) ? $save : null;
    }
}
