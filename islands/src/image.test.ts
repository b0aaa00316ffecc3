import { expect, it } from "vitest";
import { imageUrl } from "./image";

const TEMPLATE = "{url}?width={width}&height={height}&quality={quality}";

it("R-CART-07 asks for a cover at twice its CSS size", () => {
  expect(imageUrl(TEMPLATE, "https://images.example/a.webp", 96, 120)).toBe(
    "https://images.example/a.webp?width=192&height=240&quality=75",
  );
});

it("R-CART-07 keeps the query an address has", () => {
  expect(imageUrl(TEMPLATE, "https://images.example/a.webp?v={width}", 96, 120, 60)).toBe(
    "https://images.example/a.webp?v={width}&width=192&height=240&quality=60",
  );
});

it("R-CART-07 leaves no placeholder of the configuration's template: a cover without a focus keeps its middle", () => {
  const template = "{url}?width={width}&height={height}&quality=78&focus={focus_x},{focus_y}";
  expect(imageUrl(template, "https://images.example/a.webp", 96, 120)).toBe(
    "https://images.example/a.webp?width=192&height=240&quality=78&focus=50,50",
  );
});
