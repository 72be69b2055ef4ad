import { RUN_API, type ScriptResponse } from '@svc/contracts';
import type ivm from 'isolated-vm';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { ByteBudget } from './byte-budget.js';
import type { RunApi } from './run-api.js';
import { SourcePositions } from './source-positions.js';

const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const MAX_SCRIPT_BYTES = 32 * 1024 * 1024;

/** A function's script, ready to be compiled. */
export interface CachedScript {
  readonly hash: string;
  readonly code: string;
  readonly positions: SourcePositions;
  /** What V8 made of the code when it was compiled first; spares further isolates the work. */
  compiled?: ivm.ExternalCopy<ArrayBuffer>;
}

/** The gateway did not give the script. */
export class ScriptUnavailableError extends Error {}

/** Scripts by their hash; what a child has seen needs no call. */
export class ScriptCache {
  private readonly scripts = new LRUCache<string, CachedScript>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ code, positions }) => code.length + positions.size + 1,
  });
  private readonly loading = new Map<string, Promise<CachedScript>>();

  constructor(private readonly api: Pick<RunApi, 'send'>) {}

  /** @throws {ScriptUnavailableError} when the gateway has no such script or gives another one */
  async get(hash: string, token: string, signal: AbortSignal): Promise<CachedScript> {
    const known = this.scripts.get(hash);
    if (known) return known;
    const shared = this.loading.get(hash);
    // It ends with the run that asked for it, which may be over: that is nothing to the others.
    if (shared) return shared.catch(() => this.load(hash, token, signal));
    const loading = this.load(hash, token, signal).finally(() => this.loading.delete(hash));
    this.loading.set(hash, loading);
    return loading;
  }

  private async load(hash: string, token: string, signal: AbortSignal): Promise<CachedScript> {
    const request = { method: 'GET', path: RUN_API.script(hash), repeatable: true } as const;
    const room = new ByteBudget(MAX_SCRIPT_BYTES, MAX_SCRIPT_BYTES).lease();
    const { status, body } = await this.api.send(request, { token, signal, room });
    if (status !== 200) throw new ScriptUnavailableError(`The gateway answered ${status} for the script ${hash}.`);
    return this.keep(hash, JSON.parse(body.toString('utf8')) as ScriptResponse);
  }

  /** A script that came with the request. @throws {ScriptUnavailableError} when its hash is another one */
  keep(hash: string, { code, sourceMap }: ScriptResponse): CachedScript {
    const known = this.scripts.get(hash);
    if (known) return known;
    const content = sourceMap === null ? code : `${code}\0${sourceMap}`;
    if (createHash('sha256').update(content).digest('hex') !== hash) {
      throw new ScriptUnavailableError(`The script that the gateway gave does not have the hash ${hash}.`);
    }
    const script: CachedScript = { hash, code, positions: new SourcePositions(code, sourceMap) };
    this.scripts.set(hash, script);
    return script;
  }
}
