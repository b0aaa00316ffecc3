<?php

// Needs only PHP: php tests/run.php

declare(strict_types=1);

require __DIR__.'/framework.php';
spl_autoload_register(function (string $class) {
    $file = __DIR__.'/../src/'.str_replace(['Vitrine\\Statamic\\', '\\'], ['', '/'], $class).'.php';
    if (str_starts_with($class, 'Vitrine\\Statamic\\') && is_file($file)) {
        require $file;
    }
});
require __DIR__.'/things.php';

use Illuminate\Http\Client\Factory;
use Vitrine\Statamic\ServiceProvider;

// As in Laravel.
set_error_handler(fn ($level, $message, $file, $line) => throw new ErrorException($message, 0, $level, $file, $line));

const SECRET = 'secret-of-the-cms-0123456789';

/** A Statamic with the add-on, and a shop window that records its requests. */
final class Cms
{
    public Dispatcher $events;

    public Log $log;

    public Factory $shop;

    public App $app;

    public function __construct(array $config = [], bool $isCached = false)
    {
        \Illuminate\Foundation\Http\Middleware\VerifyCsrfToken::$neverVerify = [];
        \Statamic\Facades\Entry::$stored = [];
        \Statamic\Facades\Blink::$stores = [];
        \Statamic\Facades\Collection::$targets = \Statamic\Facades\Taxonomy::$targets = [];
        [$this->events, $this->log, $this->shop] = [new Dispatcher, new Log, new Factory];
        $config = new ArrayObject($config + [
            'vitrine.url' => 'https://shop.example', 'vitrine.secret' => SECRET, 'app.timezone' => 'Europe/Amsterdam',
            'statamic.routes.action' => '!',
        ]);
        $this->app = $GLOBALS['app'] = new App(['events' => $this->events, 'log' => $this->log, 'config' => $config]);
        $this->app->singleton(Factory::class, fn () => $this->shop);
        $provider = new ServiceProvider($this->app);
        $provider->register();
        $provider->bootAddon();
    }

    /** Saves an entry like `Entry::save`: event before, write, event after. */
    public function save(Thing $entry): void
    {
        $id = $entry->id();
        equal(null, $this->events->dispatch(event('EntrySaving', ['entry' => $entry]), halt: true), 'a listener stops no save');
        \Statamic\Facades\Entry::$stored[$id] = clone $entry;
        $this->events->dispatch(event('EntrySaved', ['entry' => $entry]));
    }

    public function delete(Thing $entry): void
    {
        equal(null, $this->events->dispatch(event('EntryDeleting', ['entry' => $entry]), halt: true), 'a listener stops no deletion');
        $entry->facts['uri'] = null;
        $this->events->dispatch(event('EntryDeleted', ['entry' => $entry]));
    }

    public function fire(string $name, array $holds): void
    {
        $this->events->dispatch(event($name, $holds));
    }

    /** Ends the request; returns the events sent to the shop window. */
    public function events(): array
    {
        $before = count($this->shop->sent);
        $this->app->terminate();
        $sent = array_slice($this->shop->sent, $before);
        if (count($sent) > 1) {
            fail('one request for one save', $sent);
        }

        return $sent === [] ? [] : json_decode($sent[0]['body'], true)['events'];
    }
}

function fail(string $what, mixed ...$seen): never
{
    fwrite(STDERR, "FAILED: $what\n".implode("\n", array_map(fn ($one) => var_export($one, true), $seen))."\n");
    exit(1);
}

function equal(mixed $expected, mixed $seen, string $what): void
{
    if ($expected !== $seen) {
        fail($what, $expected, $seen);
    }
}

function says(string $part, string $text): void
{
    if (! str_contains($text, $part)) {
        fail("it says \"$part\"", $text);
    }
}

$passed = 0;
foreach (glob(__DIR__.'/*Test.php') as $file) {
    foreach (require $file as $name => $test) {
        $test();
        $passed++;
    }
}
echo "$passed passed, 0 failed\n";
