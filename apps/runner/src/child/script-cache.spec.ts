import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { RunApi } from './run-api.js';
import { ScriptCache } from './script-cache.js';

const CODE = 'module.exports = 1;';
const HASH = createHash('sha256').update(CODE).digest('hex');

describe('ScriptCache', () => {
  it('loads a script once for runs that begin together, and again where the run that asked for it is over', async () => {
    const asked: string[] = [];
    const api: Pick<RunApi, 'send'> = {
      send: async (_request, { token, signal }) => {
        asked.push(token);
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ code: CODE, sourceMap: null })) };
      },
    };
    const scripts = new ScriptCache(api);
    const over = new AbortController();
    const first = scripts.get(HASH, 'first', over.signal);
    const second = scripts.get(HASH, 'second', new AbortController().signal);
    over.abort();
    await expect(first).rejects.toThrow();
    expect((await second).code).toBe(CODE);
    expect(await scripts.get(HASH, 'third', over.signal)).toBe(await second);
    expect(asked).toEqual(['first', 'second']);
  });
});
