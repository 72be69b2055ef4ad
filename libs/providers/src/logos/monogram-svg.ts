/** Dark enough for white letters (contrast of at least 4.5 to 1). */
const COLOURS = [
  '#1d4ed8',
  '#0f766e',
  '#7c3aed',
  '#b91c1c',
  '#a16207',
  '#15803d',
  '#be185d',
  '#0369a1',
  '#4338ca',
  '#9a3412',
];

/**
 * A square logo with the initials of a provider, for those without a logo of their own. The same name always gives the
 * same picture.
 */
export function monogramSvg(name: string, displayName: string): string {
  const colour = COLOURS[hash(name) % COLOURS.length] ?? '#1d4ed8';
  return tileSvg(
    displayName,
    [
      `<rect width="64" height="64" rx="14" fill="${colour}"/>`,
      '<text x="32" y="33" fill="#fff" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif" font-size="28"',
      ` font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(initials(displayName))}</text>`,
    ].join(''),
  );
}

/** First letters of the first two words, or the first two letters of a single one. */
function initials(displayName: string): string {
  const words = displayName.match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const [first = '?', second] = words;
  const letters = second ? firstLetter(first) + firstLetter(second) : [...first].slice(0, 2).join('');
  return letters.charAt(0).toUpperCase() + letters.slice(1);
}

const firstLetter = (word: string): string => ([...word][0] ?? '').toUpperCase();

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}

/** A square picture with a name for those who cannot see it. */
export const tileSvg = (title: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="${escapeXml(title)}">${content}</svg>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
