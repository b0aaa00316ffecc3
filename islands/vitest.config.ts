// Unit tests run in Node by default; a file that needs a document says so in its first line.
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __DEVELOPMENT__: "true" },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    environment: "node",
    restoreMocks: true,
    maxWorkers: 2,
    // Not a performance limit: on a busy two-core machine a form with many fields takes more than the default five
    // seconds.
    testTimeout: 20_000,
  },
});
