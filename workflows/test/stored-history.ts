import { temporal } from '@temporalio/proto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const { History } = temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

const FOLDER = path.join(import.meta.dirname, 'histories');
/** Temporal's own message `temporal.api.history.v1.History`, as bytes. */
const EXTENSION = '.pb';

/** Names of the histories that were recorded. */
export const storedHistories = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((file) => file.endsWith(EXTENSION)).map((file) => file.slice(0, -EXTENSION.length));

export const readHistory = async (name: string): Promise<History> =>
  History.decode(await readFile(path.join(FOLDER, name + EXTENSION)));

export const storeHistory = async (name: string, history: History): Promise<void> =>
  await writeFile(path.join(FOLDER, name + EXTENSION), History.encode(history).finish());
