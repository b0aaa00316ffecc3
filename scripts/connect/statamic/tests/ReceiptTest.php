<?php

use Vitrine\Statamic\Receipt;
use Vitrine\Statamic\Webhook;
use Vitrine\Statamic\WebhookResponse;

/** The receipt of an entry from a shop window that answers this. */
function receipt(WebhookResponse|Throwable $answer, string $entry = '3b54ff74', ?string $secret = SECRET): array
{
    $client = new RecordingClient;
    $client->answer = $answer;
    $hook = new Webhook('https://shop.example/', $secret, 'UTC', $client);

    return [(new Receipt($hook, $secret, $client))->of($entry), $client->requests];
}

return [
    'the shop window is asked with the secret, and its answer is passed on' => function () {
        $save = ['n' => 7, 'state' => 'live', 'live_at' => '2026-11-29T10:41:07Z', 'pages' => ['added' => 0, 'changed' => 3, 'removed' => 0]];
        [$told, $requests] = receipt(new WebhookResponse(200, json_encode(['entry' => '3b54ff74', 'save' => $save])));
        equal($save, $told, 'the save');
        $asked = ['url' => 'https://shop.example/api/desk/receipts?entry=3b54ff74', 'headers' => ['Authorization' => 'Bearer '.SECRET]];
        equal([$asked], $requests, 'one question');
    },

    'nothing is told if the shop window knows nothing, refuses, answers nonsense or is down' => function () {
        $answers = [
            new WebhookResponse(200, '{"entry":"3b54ff74","save":null}'), new WebhookResponse(403, '{"save":{"state":"live"}}'), new WebhookResponse(200, 'nonsense'),
            new WebhookResponse(200, '[]'), new WebhookResponse(200, '{"save":{"state":7}}'), new RuntimeException('down'),
        ];
        foreach ($answers as $answer) {
            equal(null, receipt($answer)[0], 'nothing');
        }
    },

    'an id of another form, and a missing secret, ask nothing' => function () {
        $good = new WebhookResponse(200, '{"save":{"state":"live"}}');
        foreach (['', '../api/builder', 'a&b', "a\n", str_repeat('a', 65)] as $id) {
            equal([null, []], receipt($good, $id), 'no question');
        }
        equal([null, []], receipt($good, secret: null), 'no secret');
    },

    'the name of the editor is sent with what was saved' => function () {
        foreach ([['Noor', 'Noor'], ['  ', null], [null, null]] as [$name, $sent]) {
            Statamic\Facades\User::$name = $name;
            $cms = new Cms;
            $cms->save(entry('1', 'nl', '/1'));
            $cms->app->terminate();
            equal($sent, json_decode($cms->shop->sent[0]['body'], true)['by'] ?? null, 'the name');
        }
        Statamic\Facades\User::$name = null;
    },
];
