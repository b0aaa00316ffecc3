// Global set-up: starts the shops that tests only read, from one demo, so that each page is built and each image is
// generated once, whatever the number of workers.
import { RATES, type Running, withBackends, withShop, withStyleguide } from "./running";
import { SHARED_SHOPS, type SharedShops } from "./shop";

/** Starts the shops; returns a function that stops them. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of a set-up file.
export default async function startSharedShops(): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let running: Promise<void> = Promise.resolve();
  await new Promise<void>((ready, failed) => {
    running = withSharedShops(async (shops) => {
      process.env[SHARED_SHOPS] = JSON.stringify(shops);
      ready();
      await gone;
    });
    running.catch(failed);
  });
  return async () => {
    letGo();
    await running;
  };
}

function withSharedShops(use: (shops: SharedShops) => Promise<void>): Promise<void> {
  return withBackends(async (backends) => {
    const shop = (consumerLocales: readonly string[], visit: (shop: Running, config: string) => Promise<void>) =>
      // The shop in which consumers may order in every language also lets them change their e-mail address, so that
      // optional features are covered.
      withShop({ backends, consumerLocales, changeEmail: consumerLocales.length > 1, rates: RATES }, visit);
    await shop(["nl"], (dutch, config) =>
      withStyleguide(config, backends, (styleguide) =>
        shop(["nl", "en", "de"], (everywhere) =>
          use({ byConsumerLocales: { nl: dutch, "nl,en,de": everywhere }, styleguide }),
        ),
      ),
    );
  });
}
