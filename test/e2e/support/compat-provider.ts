import type { IncomingMessage, ServerResponse } from 'node:http';

interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
  /** Address of this server. */
  readonly origin: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly data?: unknown;
}

type Route = (call: Call & { readonly query: URLSearchParams }) => Answer;

const users = [1, 2, 3].map((id) => ({ id, mail: `u${id}@example.com`, created: 0 }));
const tickets = [1, 2, 3].map((id) => ({ id, subject: `Ticket ${id}`, tags: ['new'], priority: 'low' }));

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /users': ({ query }) => {
    const from = Number(query.get('after') ?? 0);
    const size = Number(query.get('per_page') ?? 100);
    const after = from + size < users.length ? String(from + size) : undefined;
    return { data: { users: users.slice(from, from + size), meta: { after } } };
  },
  'GET /tickets': ({ query }) => {
    const from = Number(query.get('offset') ?? 0);
    return { data: { data: { tickets: tickets.slice(from, from + Number(query.get('limit') ?? 100)) } } };
  },
  'POST /tickets': ({ body }) => ({ status: 201, data: { id: 7, ...JSON.parse(body) } }),
  'GET /audit': ({ query, origin }) => {
    const page = Number(query.get('page') ?? 1);
    const next: Record<string, string> = page === 1 ? { link: `<${origin}/audit?page=2&limit=2>; rel="next"` } : {};
    const ids = page === 1 ? ['a', 'b'] : ['c'];
    return { headers: next, data: ids.map((id) => ({ id, action: 'login', at: '2024-01-01T00:00:00Z' })) };
  },
  'GET /organisations': ({ query }) =>
    query.get('page') === '2'
      ? { data: { items: [{ id: 2, name: 'B', plan: 'other' }], links: {} } }
      : { data: { items: [{ id: 1, name: 'A', plan: 'free' }], links: { next: '/organisations?page=2' } } },
  'POST /search': ({ body }) => {
    const { page, size } = JSON.parse(body) as { page: number; size: number };
    return { data: { results: [1, 2, 3].slice((page - 1) * size, page * size).map((id) => ({ id })) } };
  },
  'POST /graphql': ({ body }) => {
    const { variables } = JSON.parse(body) as { variables: { after: string | null } };
    const first = variables.after === null;
    const nodes = first ? [{ id: 'g1', title: 'one' }] : [{ id: 'g2', title: 'two' }];
    return { data: { data: { issues: { nodes, pageInfo: { hasNextPage: first, endCursor: 'c1' } } } } };
  },
  'GET /me': () => ({ data: { name: 'Ada' } }),
  'POST /outside': ({ request }) => ({
    headers: { etag: 'v1' },
    data: { authorization: request.headers.authorization },
  }),
  'GET /status/404': () => ({ status: 404, headers: { 'x-reason': 'gone' }, data: { error: 'no such thing' } }),
};

/** Says what it was asked. */
const echo: Route = ({ request, body }) => ({
  status: request.method === 'DELETE' ? 204 : 200,
  data: { method: request.method, url: request.url, body: bodyOf(request, body) },
});

const bodyOf = ({ headers }: IncomingMessage, body: string): unknown =>
  body !== '' && headers['content-type']?.includes('json') ? JSON.parse(body) : body;

/** What the provider of the compatibility project answers: lists with every kind of paging, and an echo. */
export function answerCompat(call: Call, response: ServerResponse): void {
  const { method, url = '/' } = call.request;
  const { pathname, searchParams } = new URL(url, call.origin);
  const {
    status = 200,
    headers = {},
    data,
  } = (ROUTES[`${method} ${pathname}`] ?? echo)({ ...call, query: searchParams });
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(status === 204 ? undefined : JSON.stringify(data));
}
