/** A page that the browser stopped at. */
export interface BrowserPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly forms: readonly BrowserForm[];
  /** Every address on the way, this one last. */
  readonly visited: readonly string[];
}

/** A form of a page, with the values of its fields; buttons are pressed by {@link BrowserAgent.submit}. */
export interface BrowserForm {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly values: Readonly<Record<string, string>>;
}

export interface OpenOptions {
  /** Do not go to an address that begins with this; the page is then the redirect itself. */
  readonly stopAt?: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
}

const MAX_REDIRECTS = 20;

/**
 * A browser as far as authorization flows need one: it follows redirects, keeps cookies (per host, whatever the port, as
 * browsers do) and submits forms. It runs no script.
 */
export class BrowserAgent {
  private cookies: readonly Cookie[] = [];

  /** Goes to an address and follows it to the page it leads to. */
  async open(url: string, options: OpenOptions = {}): Promise<BrowserPage> {
    return await this.go(url, { method: 'GET' }, options);
  }

  /** Fills in a form of a page and sends it: the one that has a field of these names, else the first. */
  async submit(
    page: BrowserPage,
    values: Readonly<Record<string, string>> = {},
    options: OpenOptions = {},
  ): Promise<BrowserPage> {
    const isMeant = ({ values: known }: BrowserForm): boolean => Object.keys(values).some((name) => name in known);
    const form = page.forms.find(isMeant) ?? page.forms[0];
    if (!form) throw new Error(`The page ${page.url} (${page.status}) has no form:\n${page.html}`);
    const body = new URLSearchParams({ ...form.values, ...values });
    if (form.method === 'POST') return await this.go(form.action, { method: 'POST', body }, options);
    const url = new URL(form.action);
    url.search = body.toString();
    return await this.go(url.toString(), { method: 'GET' }, options);
  }

  /** Names and values of the cookies for an address. */
  cookiesFor(url: string): Readonly<Record<string, string>> {
    return Object.fromEntries(this.matching(new URL(url)).map(({ name, value }) => [name, value]));
  }

  forgetCookies(): void {
    this.cookies = [];
  }

  private async go(start: string, first: RequestInit, { stopAt }: OpenOptions): Promise<BrowserPage> {
    const visited: string[] = [];
    let url = start;
    let request = first;
    while (visited.length <= MAX_REDIRECTS) {
      visited.push(url);
      const answer = await this.request(url, request);
      const location = answer.headers.get('location');
      const next = answer.status >= 300 && answer.status < 400 && location ? new URL(location, url).toString() : '';
      if (next === '' || (stopAt !== undefined && next.startsWith(stopAt)))
        return await toPage(answer, url, next === '' ? visited : [...visited, next]);
      await answer.body?.cancel();
      if (answer.status !== 307 && answer.status !== 308) request = { method: 'GET' };
      url = next;
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects: ${visited.join(' -> ')}`);
  }

  private async request(url: string, init: RequestInit): Promise<Response> {
    const cookie = this.matching(new URL(url))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = {
      accept: 'text/html',
      ...(cookie !== '' && { cookie }),
      ...(init.method === 'POST' && { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' }),
    };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) this.keep(line, new URL(url));
    return answer;
  }

  private matching({ hostname, pathname }: URL): readonly Cookie[] {
    return this.cookies.filter(
      ({ host, path }) =>
        host === hostname && (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
    );
  }

  private keep(line: string, { hostname, pathname }: URL): void {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const attributes = new Map(
      rest.map((part) => [part.split('=')[0]?.toLowerCase(), part.split('=').slice(1).join('=')]),
    );
    const path = attributes.get('path') || pathname.replace(/\/[^/]*$/, '') || '/';
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), host: hostname, path };
    const expires = attributes.get('expires');
    const isOver =
      Number(attributes.get('max-age') ?? 1) <= 0 || (expires !== undefined && Date.parse(expires) < Date.now());
    const others = this.cookies.filter(
      ({ name, host, path: where }) => name !== cookie.name || host !== hostname || where !== path,
    );
    this.cookies = isOver ? others : [...others, cookie];
  }
}

async function toPage(answer: Response, url: string, visited: readonly string[]): Promise<BrowserPage> {
  const html = await answer.text();
  return {
    url: visited.at(-1) ?? url,
    status: answer.status,
    headers: answer.headers,
    html,
    forms: formsOf(html, url),
    visited,
  };
}

function formsOf(html: string, base: string): readonly BrowserForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, head = '', body = '']) => ({
    action: new URL(attribute(head, 'action') ?? base, base).toString(),
    method: attribute(head, 'method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    values: Object.fromEntries(
      [...body.matchAll(/<input\b([^>]*)>/gi)].map(([, input = '']) => [
        attribute(input, 'name') ?? '',
        attribute(input, 'value') ?? '',
      ]),
    ),
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function attribute(text: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}=["']([^"']*)["']`, 'i').exec(text) ?? [];
  return value?.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string, entity: string) =>
    code ? String.fromCharCode(Number(code)) : (ENTITIES[entity] ?? whole),
  );
}
