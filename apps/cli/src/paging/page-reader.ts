import { z } from 'zod';
import type { GatewayApi } from '../gateway-api.js';
import { queryText } from '../query-text.js';

const PAGE = 100;

/** What a list gave, and where it goes on. */
export interface Listed<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** The first entries of a list, page after page. */
export async function readPages<Item>(
  api: GatewayApi,
  { path, item, query, limit }: PagedList<Item>,
): Promise<Listed<Item>> {
  const schema = z.object({ data: z.array(item), next_cursor: z.string().nullable() });
  const data: Item[] = [];
  let cursor = query['cursor'];
  do {
    const rest = String(Math.min(PAGE, limit - data.length));
    const page = schema.parse(await api.get(`${path}${queryText({ ...query, limit: rest, cursor })}`));
    data.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && data.length < limit);
  return { data, nextCursor: cursor ?? null };
}

/** A list of the API, with its filters. */
export interface PagedList<Item> {
  readonly path: string;
  readonly item: z.ZodType<Item>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly limit: number;
}
