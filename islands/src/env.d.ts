/** Replaced by the bundler: `false` in what is shipped, `true` under test. */
declare const __DEVELOPMENT__: boolean;
