// Unit tests: Node by default; a file that needs a document says so in its first line.
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __DEVELOPMENT__: "true" },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    environment: "node",
    restoreMocks: true,
    maxWorkers: 2,
    // No test of a duration: on a busy machine of two cores a form of many fields takes more than the usual five seconds.
    testTimeout: 20_000,
  },
});
