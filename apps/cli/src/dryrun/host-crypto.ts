import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const anyFunction = z.custom<(...args: unknown[]) => unknown>((value) => typeof value === 'function');

const moduleSchema = z.object({
  HOST_CRYPTO: z.object({
    /** By the names of the host's functions, see the runner's host-functions.ts. */
    functions: z.record(z.string(), anyFunction),
    createWebCrypto: z.custom<() => WebCryptoOfRun>((value) => typeof value === 'function'),
  }),
});

/** The `crypto.subtle` of one run. */
export interface WebCryptoOfRun {
  /** Never rejects. */
  call(call: string, bytes: unknown): Promise<{ readonly head: string; readonly body?: ArrayBuffer }>;
}

/** What a function's `crypto` asks of its host: the same code that the runner's processes run. */
export type HostCrypto = z.infer<typeof moduleSchema>['HOST_CRYPTO'];

/** Loads what the runner built. */
export async function loadHostCrypto(file: string): Promise<HostCrypto> {
  return moduleSchema.parse({ ...((await import(pathToFileURL(file).href)) as object) }).HOST_CRYPTO;
}
