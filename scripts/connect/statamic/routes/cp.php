<?php

use Illuminate\Support\Facades\Route;
use Vitrine\Statamic\Receipt;

// Behind the control panel's login. The script of the add-on asks it for the entry that is edited.
Route::get('vitrine/receipts/{entry}', fn (Receipt $receipt, string $entry) => response()->json(['save' => $receipt->of($entry)]));
