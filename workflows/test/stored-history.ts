import { temporal } from '@temporalio/proto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const { History } = temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

export const HISTORIES = path.join(import.meta.dirname, 'histories');

/** Names of the histories that were recorded. */
export const storedHistories = async (): Promise<string[]> =>
  (await readdir(HISTORIES)).map((file) => path.parse(file).name);

/** Keeps a history as the bytes of Temporal's own message, `temporal.api.history.v1.History`. */
export const storeHistory = async (name: string, history: History): Promise<void> =>
  await writeFile(path.join(HISTORIES, `${name}.pb`), History.encode(history).finish());
