/** A colour of the screen: red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Contrast that text needs (WCAG 2.2, success criterion 1.4.3). */
const TEXT_CONTRAST = 4.5;
const STEPS = 20;

/** Reads `#rrggbb` or `#rgb`. */
export function parseColour(text: string): Colour | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

export function formatColour(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** From 1, the same, to 21, black on white (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Text on a button of this colour: white where it can be read, otherwise nearly black. */
export function textColourOn(background: Colour): Colour {
  const white: Colour = [255, 255, 255];
  const black: Colour = [16, 17, 20];
  if (contrastOf(background, white) >= TEXT_CONTRAST) return white;
  return contrastOf(background, black) > contrastOf(background, white) ? black : white;
}

/** The colour, moved towards `ink` until text of it can be read on `background`. */
export function readableOn(background: Colour, colour: Colour, ink: Colour): Colour {
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = mix(colour, ink, step / STEPS);
    if (contrastOf(mixed, background) >= TEXT_CONTRAST) return mixed;
  }
  return ink;
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2): number => one[index] + (other[index] - one[index]) * share;
  return [part(0), part(1), part(2)];
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
