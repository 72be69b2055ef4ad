import {
  listOperationLinesResponseSchema,
  listOperationsResponseSchema,
  operationResponseSchema,
  type Operation,
  type OperationLine,
} from '@svc/contracts';
import type { GatewayApi } from '../gateway-api.js';
import { queryText } from '../query-text.js';

/** Filters of the list of operations, as the API names them. */
export type OperationFilters = Readonly<Record<string, string | undefined>>;

const PAGE = 100;

/** Reads the log of an environment. */
export class OperationLog {
  constructor(private readonly api: GatewayApi) {}

  /** The latest operations, oldest first. */
  async latest(filters: OperationFilters, limit: number): Promise<Operation[]> {
    const found: Operation[] = [];
    let cursor: string | null = null;
    do {
      const query = queryText({ ...filters, limit: String(Math.min(PAGE, limit)), cursor: cursor ?? undefined });
      const page = listOperationsResponseSchema.parse(await this.api.get(`/logs/operations${query}`));
      found.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null && found.length < limit);
    return found.slice(0, limit).reverse();
  }

  async one(id: string): Promise<Operation> {
    return operationResponseSchema.parse(await this.api.get(`/logs/operations/${encodeURIComponent(id)}`)).data;
  }

  /** The lines of an operation, oldest first; with `after` those that followed a line. */
  async lines(
    id: string,
    options: { level?: string | undefined; after?: string | undefined } = {},
  ): Promise<OperationLine[]> {
    const found: OperationLine[] = [];
    let cursor: string | null = null;
    do {
      const query = queryText({ ...options, limit: String(PAGE), cursor: cursor ?? undefined });
      const path = `/logs/operations/${encodeURIComponent(id)}/lines${query}`;
      const page = listOperationLinesResponseSchema.parse(await this.api.get(path));
      found.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return found;
  }
}
