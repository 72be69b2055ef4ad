import { gatewayOf } from '../project/gateway-of.js';
import { momentOption } from '../terminal/moment-option.js';
import { numberOption } from '../terminal/number-option.js';
import type { Output } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';
import { readPages, type PagedList } from './page-reader.js';

/** Options of every command that shows a list. */
export interface ListOptions {
  readonly environment: string;
  readonly limit: string;
  readonly cursor?: string;
}

/** Options of a list by time. */
export interface TimeRangeOptions {
  readonly since?: string;
  readonly until?: string;
}

/** A list and how its entries look. */
interface Shown<Item> {
  readonly list: Omit<PagedList<Item>, 'limit'>;
  readonly head: readonly string[];
  readonly rowOf: (item: Item) => string[];
}

/** Shows the first entries of a list of the API, and where it goes on. */
export async function showList<Item>(
  { environment, limit: limitText, cursor }: ListOptions,
  output: Output,
  { list, head, rowOf }: Shown<Item>,
): Promise<void> {
  const limit = numberOption('limit', limitText, { min: 1, max: 1000 });
  const query = { ...list.query, cursor };
  const { data, nextCursor } = await readPages(gatewayOf(environment), { ...list, query, limit });
  if (data.length === 0) output.note('Nothing was found.');
  else printTable(head, data.map(rowOf), output);
  if (nextCursor !== null) output.note(`There are more: --cursor ${nextCursor}`);
  output.result({ data, next_cursor: nextCursor });
}

export function printTable(head: readonly string[], rows: readonly string[][], output: Output): void {
  for (const line of tableLines(head, rows, output.paint)) output.line(line);
}

/** Times as the API takes them. */
export const timeRangeOf = ({ since, until }: TimeRangeOptions) => ({
  since: since === undefined ? undefined : momentOption('since', since),
  until: until === undefined ? undefined : momentOption('until', until),
});
