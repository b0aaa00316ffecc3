<?php

// `env()` is read in this file alone: once the configuration is cached it answers null everywhere else.
return [

    // The address of the shop window, without a path: https://shop.example
    'url' => env('VITRINE_URL'),

    // What events are signed with. `vitrine serve` has the same one in VITRINE_CONTENT_HOOK_SECRET.
    // At least 16 characters; `openssl rand -hex 24` makes one.
    'secret' => env('VITRINE_CONTENT_HOOK_SECRET'),

    // Whether forms are taken from pages of the shop window. They hold no session of this CMS, so that the CSRF check
    // of `!/forms/*` would answer each of them with 419.
    'forms' => env('VITRINE_FORMS', true),

    // Whether the live preview of entries and terms has the shop window among its targets.
    // Off, because no shop window shows drafts yet: the frame would stay empty.
    'preview' => env('VITRINE_PREVIEW', false),

];
