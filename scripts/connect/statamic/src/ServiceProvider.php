<?php

namespace Vitrine\Statamic;

use Closure;
use Illuminate\Http\Client\Factory;
use Illuminate\Queue\Events\Looping;
use Statamic\Facades\Collection;
use Statamic\Facades\Taxonomy;
use Statamic\Providers\AddonServiceProvider;
use Statamic\Statamic;
use Throwable;
use Vitrine\Statamic\Commands\Ping;

class ServiceProvider extends AddonServiceProvider
{
    private const CONFIG = __DIR__.'/../config/vitrine.php';

    protected $commands = [Ping::class];

    /** What became of a save, beside the entry. */
    protected $routes = ['cp' => __DIR__.'/../routes/cp.php'];

    protected $scripts = [__DIR__.'/../resources/receipt.js'];

    /** Merged below, in time for `config:cache`. */
    protected $config = false;

    public function register()
    {
        $this->mergeConfigFrom(self::CONFIG, 'vitrine');
        $this->app->singleton(Webhook::class, fn ($app) => new Webhook(
            $app['config']['vitrine.url'],
            $app['config']['vitrine.secret'],
            self::timeZone($app['config']['app.timezone'], Statamic::version()),
            new LaravelHttpClient($app->make(Factory::class)),
        ));
        $this->app->singleton(Receipt::class, fn ($app) => new Receipt(
            $app->make(Webhook::class),
            $app['config']['vitrine.secret'],
            new LaravelHttpClient($app->make(Factory::class)),
        ));
        $this->app->singleton(EventListener::class, fn ($app) => new EventListener(new EventBuffer, $app->make(Webhook::class), $app['log']));
    }

    /**
     * The time zone of entered dates. Statamic 6 uses that of the editor's browser: there is none to compare with the
     * shop's.
     */
    public static function timeZone(?string $app, string $version): string
    {
        return version_compare($version, '6.0.0-alpha', '<') ? $app ?? 'UTC' : 'browser';
    }

    public function bootAddon()
    {
        $this->publishes([self::CONFIG => config_path('vitrine.php')], 'vitrine-config');
        $this->listen();
        if ($this->app['config']['vitrine.forms']) {
            Forms::exempt($this->app['config']['statamic.routes.action'] ?? '!');
        }
        if ($this->app['config']['vitrine.preview'] && ! $this->app->runningInConsole() && Statamic::isCpRoute()) {
            $this->addPreviewTargets();
        }
    }

    private function listen(): void
    {
        $events = $this->app['events'];
        // Statement bodies, since the return value of a listener would stop the event.
        foreach (EventTypes::before() as $before) {
            $events->listen($before, function (object $event) {
                $this->withoutErrors(fn (EventListener $listener) => $listener->before($event));
            });
        }
        foreach (EventTypes::sent() as $class) {
            $events->listen($class, function (object $event) {
                $this->withoutErrors(fn (EventListener $listener) => $listener->record($event));
            });
        }
        $flush = function () {
            if ($this->app->resolved(EventListener::class)) {
                $this->withoutErrors(fn (EventListener $listener) => $listener->flush());
            }
        };
        // After the response, or at the end of a command. Queue workers keep running: they send after each job.
        $this->app->terminating($flush);
        $events->listen(Looping::class, $flush);
    }

    /** Catches all errors: if a listener throws, Statamic responds with 500 although the entry is saved. */
    private function withoutErrors(Closure $do): void
    {
        try {
            $do($this->app->make(EventListener::class));
        } catch (Throwable $error) {
            try {
                $this->app['log']->warning("The shop window may not hear of what was saved: {$error->getMessage()}", ['exception' => $error]);
            } catch (Throwable) {
                // Saving an entry must not fail because the log is not writable.
            }
        }
    }

    private function addPreviewTargets(): void
    {
        $shop = $this->app->make(Webhook::class)->origin();
        if ($shop === null) {
            return;
        }
        foreach ([Collection::class, Taxonomy::class] as $kind) {
            foreach ($kind::handles() as $handle) {
                $kind::addPreviewTargets($handle, [['label' => 'Vitrine', 'format' => $shop.'{url}', 'refresh' => true]]);
            }
        }
    }
}
