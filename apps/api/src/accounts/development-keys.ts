import type { DevelopmentAccount, KnownKeys } from '@svc/domain';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const FILE = 'development-keys.json';
const OWNER_ONLY = 0o600;

const keysSchema = z.object({ secretKey: z.string().optional(), accountKey: z.string().optional() });

/** The keys that an earlier run kept; none when there are none. */
export async function readDevelopmentKeys(dataDir: string): Promise<KnownKeys> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(path.join(dataDir, FILE), 'utf8')));
  } catch {
    // A file that is missing or damaged means new keys, which replace it.
    return {};
  }
}

/** Keeps the keys where only the owner of the process can read them. */
export async function writeDevelopmentKeys(dataDir: string, account: DevelopmentAccount): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(account, null, 2)}\n`, { mode: OWNER_ONLY });
  await rename(unfinished, file);
}
