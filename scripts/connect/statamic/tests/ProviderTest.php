<?php

use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;
use Illuminate\Http\Client\Response;
use Statamic\Facades\Collection;
use Statamic\Facades\Taxonomy;
use Statamic\Statamic;
use Vitrine\Statamic\Commands\Ping;
use Vitrine\Statamic\Webhook;

function ping(Cms $cms): array
{
    $ping = new Ping;
    $code = $ping->handle($cms->app->make(Webhook::class));

    return [$code, implode("\n", $ping->printed)];
}

return [
    'the environment is only read in the configuration file, since it is null with a cached configuration' => function () {
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__.'/../src', FilesystemIterator::SKIP_DOTS)) as $file) {
            equal(0, preg_match('/\b(env|getenv)\(|\$_ENV|\$_SERVER/', file_get_contents((string) $file)), (string) $file);
        }
        putenv('VITRINE_URL=https://other.example');
        putenv('VITRINE_CONTENT_HOOK_SECRET=another-secret-0123456789');
        putenv('VITRINE_FORMS=false');
        $config = require __DIR__.'/../config/vitrine.php';
        equal(['url' => 'https://other.example', 'secret' => 'another-secret-0123456789', 'forms' => false, 'preview' => false], $config, 'the settings');
        array_map(putenv(...), ['VITRINE_URL', 'VITRINE_CONTENT_HOOK_SECRET', 'VITRINE_FORMS']);
    },

    'forms are accepted without a CSRF token, below the action route of Statamic' => function () {
        new Cms;
        equal(['!/forms/*'], VerifyCsrfToken::$neverVerify, 'stock');
        new Cms(['statamic.routes.action' => '/act/']);
        equal(['act/forms/*'], VerifyCsrfToken::$neverVerify, 'another route');
        new Cms(['vitrine.forms' => false]);
        equal([], VerifyCsrfToken::$neverVerify, 'switched off');
    },

    'the shop window is a live preview target if enabled' => function () {
        foreach ([[false, true, 'https://shop.example'], [true, false, 'https://shop.example'], [true, true, 'none']] as [$on, $isCp, $url]) {
            Statamic::$isCp = $isCp;
            new Cms(['vitrine.preview' => $on, 'vitrine.url' => $url]);
            equal([[], []], [Collection::$targets, Taxonomy::$targets], 'none');
        }
        Statamic::$isCp = true;
        new Cms(['vitrine.preview' => true, 'vitrine.url' => 'https://shop.example/']);
        $target = [['label' => 'Vitrine', 'format' => 'https://shop.example{url}', 'refresh' => true]];
        equal([['news' => $target, 'pages' => $target], ['topics' => $target]], [Collection::$targets, Taxonomy::$targets], 'of every collection and taxonomy');
        Statamic::$isCp = false;
    },

    'a ping reports whether the shop window accepts it, and is not a save event' => function () {
        $cms = new Cms(['app.timezone' => 'UTC']);
        [$code, $printed] = ping($cms);
        equal(0, $code, $printed);
        says('https://shop.example/api/hooks/content has heard', $printed);
        says('in the time zone UTC', $printed);
        says('!/forms/* wants no CSRF token', $printed);
        $sent = json_decode($cms->shop->sent[0]['body'], true);
        equal(['ping', [['event' => 'ping']], 'UTC'], [$sent['event'], $sent['events'], $sent['time_zone']], 'what is sent');
        $cms->shop->answer = new Response(403);
        [$code, $printed] = ping($cms);
        equal(1, $code, $printed);
        says('VITRINE_CONTENT_HOOK_SECRET is not the same', $printed);
        [$code, $printed] = ping(new Cms(['vitrine.secret' => null]));
        equal(1, $code, $printed);
        says('VITRINE_CONTENT_HOOK_SECRET is not set', $printed);
        says('forms/* wants a CSRF token', ping(new Cms(['vitrine.forms' => false]))[1]);
    },

    'Statamic 5 sends its time zone for dates; Statamic 6 uses that of the browser' => function () {
        foreach (['5.0.0' => 'UTC', '5.73.3' => 'UTC', '6.0.0-alpha.1' => 'browser', '6.1.0' => 'browser'] as $version => $zone) {
            Statamic::$version = $version;
            $cms = new Cms(['app.timezone' => 'UTC']);
            $printed = ping($cms)[1];
            equal($zone, json_decode($cms->shop->sent[0]['body'], true)['time_zone'], $version);
            says($zone === 'UTC' ? 'in the time zone UTC' : 'browser', $printed);
        }
        Statamic::$version = '5.73.3';
    },

    'composer.json names what is there' => function () {
        $composer = json_decode(file_get_contents(__DIR__.'/../composer.json'), true, flags: JSON_THROW_ON_ERROR);
        equal(['Vitrine\\Statamic\\' => 'src/'], $composer['autoload']['psr-4'], 'the classes');
        equal([Vitrine\Statamic\ServiceProvider::class], $composer['extra']['laravel']['providers'], 'the provider');
        equal('^5.0 || ^6.0', $composer['require']['statamic/cms'], 'both versions');
    },
];
