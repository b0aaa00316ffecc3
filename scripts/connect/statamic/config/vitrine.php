<?php

// `env()` is only used in this file: with a cached configuration it returns null everywhere else.
return [

    // The URL of the shop window, without a path: https://shop.example
    'url' => env('VITRINE_URL'),

    // Signs the events. `vitrine serve` has the same secret in VITRINE_CONTENT_HOOK_SECRET.
    // At least 16 characters; `openssl rand -hex 24` generates one.
    'secret' => env('VITRINE_CONTENT_HOOK_SECRET'),

    // Whether forms are accepted from pages of the shop window. These have no session of this CMS, so that the CSRF check
    // of `!/forms/*` would reject all of them with 419.
    'forms' => env('VITRINE_FORMS', true),

    // Whether the shop window is a live preview target of entries and terms.
    // Off by default, since the shop window does not show drafts yet: the frame would stay empty.
    'preview' => env('VITRINE_PREVIEW', false),

];
