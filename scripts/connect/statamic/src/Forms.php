<?php

namespace Vitrine\Statamic;

use Illuminate\Foundation\Http\Middleware\PreventRequestForgery;
use Illuminate\Foundation\Http\Middleware\VerifyCsrfToken;

/** Forms that are sent from pages of the shop window, which hold no session of this CMS. */
final class Forms
{
    /** Takes forms below an action route (`!`) without a CSRF token. False where this Laravel (10) does not know how. */
    public static function exempt(string $action): bool
    {
        // Laravel 13 has another name for it; the former one goes on there.
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
