import type { ProviderDefinition } from '@svc/contracts';

/** A text of a definition that placeholders may stand in. */
export interface TemplateText {
  /** Dot path in the definition. */
  readonly path: string;
  readonly text: string;
  readonly isUrl: boolean;
}

const INPUTS = new Set(['connection_config', 'credentials', 'integration_config', 'assertion_option']);

/** Texts about the definition itself, in which nothing is filled in. */
const PLAIN = new Set([
  ...INPUTS,
  'display_name',
  'docs',
  'docs_connect',
  'setup_guide_url',
  'source',
  'categories',
  'shares_endpoints_with',
]);

const URL_FIELDS = new Set([
  'authorization_url',
  'token_url',
  'refresh_url',
  'installation_check_url',
  'revocation_url',
  'request_url',
  'registration_url',
  'mcp_server_url',
  'base_url',
  'base_url_override',
]);

/** Every text of a definition in which placeholders are filled in. */
export function templateTexts(definition: ProviderDefinition): TemplateText[] {
  const texts: TemplateText[] = [];
  for (const [key, value] of Object.entries(definition)) {
    if (!PLAIN.has(key)) collect(value, key, URL_FIELDS.has(key), texts);
  }
  return texts;
}

function collect(value: unknown, path: string, isUrl: boolean, texts: TemplateText[]): void {
  if (typeof value === 'string') {
    texts.push({ path, text: value, isUrl });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      if (key.includes('${')) texts.push({ path, text: key, isUrl: false });
      // `token_url` may be a map of addresses.
      const isUrlField = URL_FIELDS.has(key) || (isUrl && path === 'token_url');
      collect(entry, `${path}.${key}`, isUrlField, texts);
    }
  }
}
