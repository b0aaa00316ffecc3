<?php

namespace Vitrine\Statamic;

use Illuminate\Foundation\Http\Middleware\PreventRequestForgery;
use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;

/** Forms sent from pages of the shop window, which have no session of this CMS. */
final class Forms
{
    /** Accepts forms below an action route (`!`) without a CSRF token. False if not supported (Laravel 10). */
    public static function exempt(string $action): bool
    {
        // Renamed in Laravel 13, which still has the old name as well.
        foreach ([PreventRequestForgery::class, VerifyCsrfToken::class] as $check) {
            if (class_exists($check) && method_exists($check, 'except')) {
                $check::except([self::path($action)]);

                return true;
            }
        }

        return false;
    }

    public static function path(string $action): string
    {
        return trim($action, '/').'/forms/*';
    }
}
