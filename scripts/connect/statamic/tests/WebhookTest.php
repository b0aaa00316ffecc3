<?php

use Illuminate\Http\Client\Response;
use Vitrine\Statamic\Webhook;

/** A failure is a line in the log, not an error for the editor. */
function assertLogged(Cms $cms, string ...$parts): void
{
    $cms->save(entry('1', 'nl', '/1'));
    $cms->app->terminate();
    equal(1, count($cms->log->lines), 'one line in the log');
    foreach ($parts as $part) {
        says($part, $cms->log->lines[0]);
    }
    says('vitrine:ping', $cms->log->lines[0]);
    if (str_contains($cms->log->lines[0], SECRET)) {
        fail('the secret is in no log', $cms->log->lines);
    }
}

return [
    // The shop window's tests read the same file, so that both sides agree on the signature.
    'the request matches the one in the tests of the shop window' => function () {
        $expected = json_decode(file_get_contents(__DIR__.'/request.json'), true);
        $client = new RecordingClient;
        $hook = new Webhook('https://shop.example/', $expected['secret'], 'Europe/Amsterdam', $client);
        $events = [
            ['event' => 'entry.saved', 'id' => '3b54ff74', 'site' => 'nl', 'collection' => 'brands', 'uri' => '/merken/lumo', 'former_uri' => '/merken/lumo-verlichting'],
            ['event' => 'entry.saved', 'id' => '3b54ff75', 'site' => 'de', 'collection' => 'brands', 'uri' => '/marken/über'],
            ['event' => 'tree.saved', 'handle' => 'pages', 'site' => 'nl'],
        ];
        equal(true, $hook->send($events, $expected['headers']['webhook-id'], 1795240869)->isAccepted, 'heard');
        equal(['url' => $expected['url'], 'headers' => $expected['headers'], 'body' => $expected['body']], $client->requests[0], 'the request');
    },

    'a secret of Standard Webhooks is decoded' => function () {
        $client = new RecordingClient;
        (new Webhook('https://shop.example', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'UTC', $client))->send([['event' => 'ping']], 'msg_1', 1614265330);
        ['headers' => $headers, 'body' => $body] = $client->requests[0];
        $key = base64_decode('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
        equal('v1,'.base64_encode(hash_hmac('sha256', "msg_1.1614265330.$body", $key, true)), $headers['webhook-signature'], 'the signature');
    },

    'each delivery has a unique id' => function () {
        $cms = new Cms;
        foreach ([1, 2] as $_) {
            $cms->save(entry('1', 'nl', '/1'));
            $cms->app->terminate();
        }
        [$first, $second] = array_map(fn ($sent) => $sent['headers']['webhook-id'], $cms->shop->sent);
        equal(false, $first === $second, 'two ids');
    },

    'invalid settings are logged, and nothing is sent' => function () {
        foreach ([
            [['vitrine.url' => ''], 'VITRINE_URL is not set'],
            [['vitrine.url' => 'shop.example'], 'without a path'],
            [['vitrine.url' => 'https://shop.example/nl'], 'without a path'],
            [['vitrine.url' => 'https://name:word@shop.example'], 'without a path'],
            [['vitrine.url' => 'ftp://shop.example'], 'without a path'],
            [['vitrine.url' => 'https://shop.example:99999999'], 'without a path'],
            [['vitrine.secret' => ''], 'VITRINE_CONTENT_HOOK_SECRET is not set'],
            [['vitrine.secret' => 'short'], 'shorter than 16'],
            [['vitrine.secret' => 'whsec_***************'], 'no base64'],
            [['vitrine.secret' => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZI='], 'no base64'],
        ] as [$config, $said]) {
            $cms = new Cms($config);
            assertLogged($cms, $said);
            equal([], $cms->shop->sent, 'nothing is sent unsigned, or anywhere else');
        }
        foreach (['https://shop.example/', 'http://127.0.0.1:4180', ' https://shop.example '] as $url) {
            $cms = new Cms(['vitrine.url' => $url]);
            $cms->save(entry('1', 'nl', '/1'));
            equal(1, count($cms->events()), $url);
        }
    },

    'error responses of the shop window are logged with their cause' => function () {
        foreach ([
            [new Response(403), 'is not the same there and here'],
            [new Response(403, ['Date' => 'Sat, 01 Jan 2000 00:00:00 GMT']), 'its clock and this one are'],
            [new Response(403, ['Date' => gmdate('D, d M Y H:i:s').' GMT']), 'is not the same there and here'],
            [new Response(404), 'set VITRINE_URL'],
            [new Response(301, ['Location' => 'https://www.shop.example/api/hooks/content']), 'https://www.shop.example/api/hooks/content'],
            [new Response(429), 'rates.hooks'],
            [new Response(200), 'answered 200'],
            [new Response(502), 'answered 502'],
            [new RuntimeException('cURL error 28: timed out after 3001 milliseconds'), 'timed out'],
            [new TypeError('a fault of the client'), 'a fault of the client'],
        ] as [$answer, $said]) {
            $cms = new Cms;
            $cms->shop->answer = $answer;
            assertLogged($cms, $said);
        }
    },

    'the request times out after three seconds, and redirects are not followed' => function () {
        $cms = new Cms;
        $cms->save(entry('1', 'nl', '/1'));
        $cms->app->terminate();
        equal([[1], [3]], [$cms->shop->asked['connectTimeout'], $cms->shop->asked['timeout']], 'the waits');
        equal([], $cms->shop->asked['withoutRedirecting'], 'no redirect');
        equal([], $cms->log->lines, 'nothing is logged where it was heard');
    },

    'no error reaches the editor' => function () {
        $cms = new Cms;
        $broken = entry('1', 'nl', '/1');
        $broken->facts['uri'] = fn () => throw new Error('the Stache is cold');
        $broken->facts['locale'] = fn () => throw new Error('no such site');
        $cms->save($broken);
        $cms->delete(clone $broken);
        $cms->fire('EntrySaved', []);
        $cms->fire('EntrySaving', []);
        $payload = $cms->events();
        equal(['event' => 'entry.saved', 'id' => '1', 'collection' => 'pages'], $payload[0], 'what is known is told');
        $cms->log->isFull = true;
        $cms->shop->answer = new RuntimeException('refused');
        $cms->save($broken);
        $cms->app->terminate();
        $cms = new Cms(['vitrine.url' => ['https://shop.example']]);
        $cms->save(entry('1', 'nl', '/1'));
        $cms->app->terminate();
        says('may not hear', $cms->log->lines[0]);
    },

    'a request without a save creates no objects' => function () {
        $cms = new Cms;
        $cms->app->terminate();
        equal([], $cms->app->made, 'nothing is made');
    },

    'invalid UTF-8 is sent with replacement characters' => function () {
        $cms = new Cms;
        $cms->save(entry("\xff1", 'nl', "/\xfe"));
        equal("/\u{fffd}", $cms->events()[0]['uri'], 'the address');
    },
];
