/** What the address of the page says (wire contract, section 6, "Connect UI iframe protocol"). */
export interface PageSettings {
  /** Missing when the page that opened this one sends it. */
  readonly sessionToken: string | undefined;
  readonly lang: string | undefined;
  readonly theme: 'light' | 'dark' | 'system' | undefined;
  /** Address of the gateway, without a slash at its end. */
  readonly apiUrl: string;
  readonly detectClosedAuthWindow: boolean;
}

const THEMES = ['light', 'dark', 'system'] as const;

/** Reads them from the page's own address. */
export function readPageSettings(address: string): PageSettings {
  const url = new URL(address);
  const query = url.searchParams;
  const theme = query.get('theme');
  return {
    sessionToken: query.get('session_token') || undefined,
    lang: query.get('lang') || undefined,
    theme: THEMES.find((known) => known === theme),
    apiUrl: apiUrlOf(query.get('apiURL'), url),
    detectClosedAuthWindow: ['true', '1', ''].includes(query.get('detectClosedAuthWindow') ?? 'false'),
  };
}

/** The page lies at `<gateway>/connect`. Another gateway is used only where the content security policy lets it. */
function apiUrlOf(asked: string | null, page: URL): string {
  const given = asked ? URL.parse(asked) : null;
  const isWeb = given?.protocol === 'https:' || given?.protocol === 'http:';
  const address =
    given && isWeb ? given.origin + given.pathname : page.origin + page.pathname.replace(/\/connect\/?$/, '');
  return address.replace(/\/+$/, '');
}
