<?php

namespace Vitrine\Statamic\Commands;

use Illuminate\Console\Command;
use Statamic\Console\RunsInPlease;
use Statamic\Statamic;
use Vitrine\Statamic\EventListener;
use Vitrine\Statamic\Forms;
use Vitrine\Statamic\ServiceProvider;
use Vitrine\Statamic\Webhook;

class Ping extends Command
{
    use RunsInPlease;

    protected $signature = 'statamic:vitrine:ping';

    protected $description = 'Tells whether the shop window hears what is saved here';

    public function handle(Webhook $hook): int
    {
        $result = $hook->send([['event' => 'ping']], EventListener::delivery(), time());
        $result->isAccepted ? $this->info($result->message) : $this->error($result->message);
        $zone = ServiceProvider::timeZone(config('app.timezone'), Statamic::version());
        $this->line($zone === 'browser'
            ? "Dates are taken in the time zone of each editor's browser."
            : "Dates are taken in the time zone $zone (timezone in config/app.php): site.time_zone of the shop window should be the same.");
        $this->forms();

        return $result->isAccepted ? self::SUCCESS : self::FAILURE;
    }

    private function forms(): void
    {
        $action = config('statamic.routes.action') ?? '!';
        $path = Forms::path($action);
        if (! config('vitrine.forms')) {
            $this->line("Forms are not taken from the shop window (VITRINE_FORMS): $path wants a CSRF token.");
        } elseif (! Forms::exempt($action)) {
            $this->warn("This Laravel does not let an add-on take forms without a CSRF token: add '$path' to \$except in app/Http/Middleware/VerifyCsrfToken.php.");
        } else {
            $this->line("Forms are taken from the shop window: $path wants no CSRF token.");
        }
    }
}
