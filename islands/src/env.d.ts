/** Replaced by the bundler: `false` in production builds, `true` in tests. */
declare const __DEVELOPMENT__: boolean;
