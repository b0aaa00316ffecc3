import { expect, it } from "vitest";
import { imageUrl } from "./image";

const TEMPLATE = "{url}?width={width}&height={height}&quality={quality}";

it("R-CART-07 requests an image at twice its CSS size", () => {
  expect(imageUrl(TEMPLATE, "https://images.example/a.webp", 96, 120)).toBe(
    "https://images.example/a.webp?width=192&height=240&quality=75",
  );
});

it("R-CART-07 keeps the query of an image URL", () => {
  expect(imageUrl(TEMPLATE, "https://images.example/a.webp?v={width}", 96, 120, 60)).toBe(
    "https://images.example/a.webp?v={width}&width=192&height=240&quality=60",
  );
});

it("R-CART-07 leaves no placeholder of the configured template: an image without a focal point is centred", () => {
  const template = "{url}?width={width}&height={height}&quality=78&focus={focus_x},{focus_y}";
  expect(imageUrl(template, "https://images.example/a.webp", 96, 120)).toBe(
    "https://images.example/a.webp?width=192&height=240&quality=78&focus=50,50",
  );
});
