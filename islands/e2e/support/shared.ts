// What Playwright runs before the first journey: the shops that journeys only look at, from one demo, so that each page is built and each picture is
// made once, however many workers there are.
import { RATES, type Running, withBackends, withShop, withStyleguide } from "./running";
import { SHARED_SHOPS, type SharedShops } from "./shop";

/** Starts the shops; gives what ends them. */
// biome-ignore lint/style/noDefaultExport: Playwright calls what a file of set-up exports by default.
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
      // Where consumers may order in every language they may also change their e-mail address: what a shop can leave out is there.
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
