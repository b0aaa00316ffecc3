import { describe, expect, it, vi } from "vitest";
import { createTranslate } from "./i18n";
import { internalError } from "./internal-error";

const messages = {
  "x.hello": "Dag {name}",
  "x.items": { one: "{count} artikel", other: "{count} artikelen" },
};
const t = createTranslate(messages, "nl-NL");

describe("R-I18N-06 texts", () => {
  it("take parameters, numbers in the locale's format", () => {
    expect(t("x.hello", { name: "Ravel" })).toBe("Dag Ravel");
    expect(t("x.items", { count: 1234 })).toBe("1.234 artikelen");
  });

  it("R-CART-05 follow the plural categories", () => {
    expect(t("x.items", { count: 1 })).toBe("1 artikel");
    expect(t("x.items", { count: 0 })).toBe("0 artikelen");
    expect(t("x.items", { count: 2 })).toBe("2 artikelen");
  });

  it("do not parse placeholders inside a parameter's value", () => {
    expect(t("x.hello", { name: "{count}" })).toBe("Dag {count}");
  });

  it("that are missing, or lack a parameter, are errors in development", () => {
    expect(() => t("x.gone")).toThrow(/"x.gone" is missing/);
    expect(() => t("x.hello")).toThrow(/needs the parameter "name"/);
  });
});

describe("R-CART-09 internal errors", () => {
  it("are logged with their location in production", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    internalError("the cart item is missing", "cart store: setQuantity", false);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      "[vitrine] internal error in cart store: setQuantity: the cart item is missing",
    );
  });
});
