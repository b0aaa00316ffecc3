<?php

// Minimal stubs of the parts of Laravel and Statamic that the add-on uses. They record the calls and their order; their
// behaviour was written after the source of Laravel, without running it.

namespace Illuminate\Console {
    class Command
    {
        public const SUCCESS = 0;

        public const FAILURE = 1;

        public array $printed = [];

        public function line($text)
        {
            $this->printed[] = $text;
        }

        public function info($text)
        {
            $this->line($text);
        }

        public function warn($text)
        {
            $this->line($text);
        }

        public function error($text)
        {
            $this->line($text);
        }
    }
}

namespace Illuminate\Foundation\Http\Middleware {
    class VerifyCsrfToken
    {
        public static array $neverVerify = [];

        public static function except($uris)
        {
            static::$neverVerify = array_values(array_unique(array_merge(static::$neverVerify, $uris)));
        }
    }
}

namespace Illuminate\Http\Client {
    class Response
    {
        public function __construct(private int $status, private array $headers = []) {}

        public function status()
        {
            return $this->status;
        }

        public function body()
        {
            return '';
        }

        public function header($name)
        {
            return $this->headers[$name] ?? '';
        }
    }

    /** Factory and pending request in one: it records the request and returns the configured response. */
    class Factory
    {
        public array $sent = [];

        public array $asked = [];

        public Response|\Throwable|null $answer = null;

        public function __call($method, $arguments)
        {
            $this->asked[$method] = $arguments;

            return $this;
        }

        public function post($url)
        {
            $this->sent[] = ['url' => $url, 'headers' => $this->asked['withHeaders'][0], 'body' => $this->asked['withBody'][0]];
            if ($this->answer instanceof \Throwable) {
                throw $this->answer;
            }

            return $this->answer ?? new Response(202);
        }
    }
}

namespace Psr\Log {
    interface LoggerInterface
    {
        public function warning($message, array $context = []);
    }
}

namespace Statamic {
    class Statamic
    {
        public static bool $isCp = false;

        public static string $version = '5.73.3';

        public static function version()
        {
            return self::$version;
        }

        public static function isCpRoute()
        {
            return self::$isCp;
        }
    }
}

namespace Statamic\Console {
    trait RunsInPlease {}
}

namespace Statamic\Facades {
    class Blink
    {
        public static array $stores = [];

        private function __construct(private string $name) {}

        public static function store($name)
        {
            return new self($name);
        }

        public function forget($key)
        {
            unset(self::$stores[$this->name][$key]);
        }
    }

    class Entry
    {
        public static array $stored = [];

        public static function find($id)
        {
            return self::$stored[$id] ?? null;
        }
    }

    class User
    {
        public static ?string $name = null;

        public static function current()
        {
            return self::$name === null ? null : new class(self::$name) {
                public function __construct(private string $name) {}

                public function name()
                {
                    return $this->name;
                }
            };
        }
    }

    class Collection
    {
        public static array $targets = [];

        public static function handles()
        {
            return ['news', 'pages'];
        }

        public static function addPreviewTargets($handle, $targets)
        {
            self::$targets[$handle] = $targets;
        }
    }

    class Taxonomy
    {
        public static array $targets = [];

        public static function handles()
        {
            return ['topics'];
        }

        public static function addPreviewTargets($handle, $targets)
        {
            self::$targets[$handle] = $targets;
        }
    }
}

namespace Statamic\Providers {
    class AddonServiceProvider
    {
        public function __construct(protected $app) {}

        protected function mergeConfigFrom($path, $key)
        {
            foreach (require $path as $name => $value) {
                $this->app['config']["$key.$name"] ??= $value;
            }
        }

        protected function publishes($paths, $tag) {}
    }
}

namespace {
    /** Laravel's `event()`: calls the listeners in order; a return value stops a haltable event. */
    class Dispatcher
    {
        public array $listeners = [];

        public function listen($class, $listener)
        {
            $this->listeners[$class][] = $listener;
        }

        public function dispatch(object $event, bool $halt = false)
        {
            foreach ($this->listeners[$event::class] ?? [] as $listener) {
                $answer = $listener($event);
                if ($halt && $answer !== null) {
                    return $answer;
                }
            }
        }
    }

    class Log implements Psr\Log\LoggerInterface
    {
        public array $lines = [];

        public bool $isFull = false;

        public function warning($message, array $context = [])
        {
            if ($this->isFull) {
                throw new RuntimeException('No space left on device');
            }
            $this->lines[] = $message;
        }
    }

    class App extends ArrayObject
    {
        public array $made = [];

        public array $makers = [];

        public array $last = [];

        public bool $inConsole = false;

        public function singleton($class, $maker)
        {
            $this->makers[$class] = $maker;
        }

        public function resolved($class)
        {
            return isset($this->made[$class]);
        }

        public function make($class)
        {
            return $this->made[$class] ??= $this->makers[$class]($this);
        }

        public function terminating($do)
        {
            $this->last[] = $do;
        }

        public function runningInConsole()
        {
            return $this->inConsole;
        }

        public function terminate()
        {
            foreach ($this->last as $do) {
                $do();
            }
        }
    }

    function env($name, $default = null)
    {
        $value = getenv($name);

        return match ($value) {
            false => $default,
            'true' => true,
            'false' => false,
            default => $value,
        };
    }

    function config_path($file)
    {
        return "/app/config/$file";
    }

    function config($key)
    {
        return $GLOBALS['app']['config'][$key] ?? null;
    }
}
