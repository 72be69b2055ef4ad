/** What is sent back. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

export const text = (status: number, body: string, contentType = 'text/plain'): Answer => ({
  status,
  headers: { 'content-type': contentType },
  body,
});

export const form = (status: number, values: Readonly<Record<string, string>>): Answer =>
  text(status, new URLSearchParams(values).toString(), 'application/x-www-form-urlencoded');

/** Sends the browser to an address with more in its query. */
export function redirect(to: string, query: Readonly<Record<string, string | undefined>> = {}): Answer {
  const url = new URL(to);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.toString() } };
}

/** An error of OAuth 2 (RFC 6749, section 5.2). */
export const oauthError = (status: number, error: string, description = error): Answer =>
  json(status, { error, error_description: description });
