/**
 * Logos of providers from simple-icons (CC0): the brand's sign on a tile of its colour. Only what the catalogue needs is
 * written; a provider without one gets a monogram when it is asked for.
 */
import * as icons from 'simple-icons';

/** Providers whose brand has another name there, or none although a name fits. */
const OTHER_NAMES = {
  'backblaze-b2': 'backblaze',
  'cisco-umbrella': 'cisco',
  'docker-hub': 'docker',
  'google-contacts': 'google',
  'google-fit': 'google',
  'google-workspace-admin': 'google',
  'hetzner-cloud': 'hetzner',
  hive: undefined,
  kit: undefined,
  linode: 'akamai',
  meraki: 'cisco',
  'mongodb-atlas': 'mongodb',
  polygon: undefined,
  'sage-accounting': 'sage',
  'sage-intacct': 'sage',
  'sap-concur': 'sap',
  'sap-successfactors': 'sap',
  'terraform-cloud': 'terraform',
  tmdb: 'themoviedatabase',
  wikimedia: 'wikimediafoundation',
  'yandex-disk': 'yandexcloud',
  youtrack: 'jetbrains',
  'zendesk-sell': 'zendesk',
};

/** What a name adds to that of a brand: the way to connect, or the part of the product. */
const ADDITION =
  /-(access-token|account|admin|api-key|app|app-oauth|application|application-password|basic|bot|client-credentials|management|mcp|messaging|oauth|pat|personal-token|private-app|server-to-server|service-account|api-token)$/;

const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon]));

/** The spelling by which simple-icons makes its own names. */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/\s*\(.*\)$/, '')
    .replaceAll('+', 'plus')
    .replaceAll('.', 'dot')
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]/g, '');

const iconOf = (name, title) => {
  if (!(name in OTHER_NAMES)) {
    const candidates = [name, title, name.replace(ADDITION, ''), name.startsWith('zoho-') ? 'zoho' : name];
    return candidates.map((text) => bySlug.get(plain(text))).find((icon) => icon !== undefined);
  }
  const slug = OTHER_NAMES[name];
  if (slug !== undefined && !bySlug.has(slug)) throw new Error(`logos.mjs: simple-icons has no "${slug}".`);
  return bySlug.get(slug);
};

/** Black on light colours and white on dark ones, whichever stands out more (WCAG 2, relative luminance). */
const signColour = (hex) => {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
};

const draw = ({ hex, path }) =>
  `<rect width="64" height="64" rx="14" fill="#${hex}"/><path transform="translate(14 14) scale(1.5)" fill="${signColour(hex)}" d="${path}"/>`;

/**
 * What stands inside the SVG of a provider's logo, by the provider's name.
 * @param {Record<string, {display_name?: string}>} definitions
 */
export const logosOf = (definitions) =>
  Object.fromEntries(
    Object.entries(definitions).flatMap(([name, { display_name: title = name }]) => {
      const icon = iconOf(name, title);
      return icon ? [[name, draw(icon)]] : [];
    }),
  );
