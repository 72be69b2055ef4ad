import type { Answer } from './answer.js';
import type { ReceivedRequest } from './received-request.js';

/** Values of the `:name` parts of a route's path. */
export type PathValues = Readonly<Record<string, string>>;

export interface Route {
  readonly method: 'GET' | 'POST' | '*';
  /** `/apps/:slug` matches `/apps/anything`. */
  readonly path: string;
  readonly handle: (request: ReceivedRequest, values: PathValues) => Answer | Promise<Answer>;
}

/** What a provider speaks: its routes, and who it recognises at `/me`. */
export interface Protocol {
  readonly routes: readonly Route[];
  /** Who is calling, when the request proves it in this protocol's way. */
  identify?(request: ReceivedRequest): string | undefined;
}

/** Finds the route of a request. */
export function findRoute(
  routes: readonly Route[],
  { method, path }: ReceivedRequest,
): { route: Route; values: PathValues } | undefined {
  for (const route of routes) {
    const values = valuesOf(route.path, path);
    if (values && (route.method === '*' || route.method === method)) return { route, values };
  }
  return undefined;
}

function valuesOf(pattern: string, path: string): PathValues | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '');
    if (part.startsWith(':')) values[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return values;
}
