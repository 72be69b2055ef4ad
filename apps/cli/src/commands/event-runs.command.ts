import { eventRunResponseSchema, eventRunSchema, type EventRun } from '@svc/contracts';
import { printTable, showList, timeRangeOf, type ListOptions, type TimeRangeOptions } from '../paging/show-list.js';
import { gatewayOf } from '../project/gateway-of.js';
import { ago } from '../terminal/ago.js';
import type { Output } from '../terminal/output.js';

export interface EventRunsOptions extends ListOptions, TimeRangeOptions {
  readonly type?: string;
  readonly status?: string;
  readonly function?: string;
  readonly event?: string;
  readonly integration?: string;
  readonly connection?: string;
}

/** `svc event-runs`: functions that ran because something happened. */
export async function eventRunsCommand(
  id: string | undefined,
  options: EventRunsOptions,
  output: Output,
): Promise<void> {
  if (id !== undefined) return await showRun(id, options, output);
  const { since, until } = timeRangeOf(options);
  const query = {
    type: options.type,
    status: options.status,
    function_name: options.function,
    event: options.event,
    provider_config_key: options.integration,
    connection_id: options.connection,
    created_after: since,
    created_before: until,
  };
  await showList(options, output, {
    list: { path: '/functions/event-runs', item: eventRunSchema, query },
    head: HEAD,
    rowOf,
  });
}

async function showRun(id: string, { environment }: EventRunsOptions, output: Output): Promise<void> {
  const path = `/functions/event-runs/${encodeURIComponent(id)}`;
  const { data } = eventRunResponseSchema.parse(await gatewayOf(environment).get(path));
  printTable(HEAD, [rowOf(data)], output);
  for (const [model, { added, updated, deleted }] of Object.entries(data.results ?? {}))
    output.line(`${model}: ${added} added, ${updated} updated, ${deleted} deleted`);
  if (data.error) output.line(output.paint('red', data.error.message));
  if (data.due_at !== null) output.line(`Next attempt: ${ago(data.due_at)}`);
  if (data.operation_id !== null) output.note(`Its log: svc logs ${data.operation_id}`);
  output.result({ run: data });
}

const HEAD = ['RUN', 'TYPE', 'FUNCTION', 'EVENT', 'CONNECTION', 'STATUS', 'ATTEMPTS', 'CAME'];
const rowOf = (run: EventRun): string[] => [
  run.id,
  run.type,
  `${run.provider_config_key}/${run.function_name}`,
  run.event,
  run.connection_id,
  run.status,
  String(run.attempts),
  ago(run.created_at),
];
