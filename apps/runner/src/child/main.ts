import type ivm from 'isolated-vm';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { RUNTIME_SCRIPT_NAME } from '../isolate/host-functions.js';
import type { FromChild, ToChild } from '../ipc/messages.js';
import { RunApi } from './run-api.js';
import { RunHost } from './run-host.js';
import type { Sandbox, SandboxEngine } from './sandbox.js';
import { SandboxPool } from './sandbox-pool.js';
import { ScriptCache } from './script-cache.js';

/** A child process of the runner. It is told where things are, and reads nothing else. */
const [, , internalUrl = '', isolateScript = '', isolatedVm = ''] = process.argv;

const ALIVE_MS = 1000;

/** The isolated-vm binding is native: loaded by its file, without a search through folders. */
const loadIvm = (file: string): typeof ivm => {
  const binding: { ivm: typeof ivm } = createRequire(import.meta.url)(file);
  return binding.ivm;
};

const send = (message: FromChild, done?: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, done);
};

const ivmModule = loadIvm(isolatedVm);
const engine: SandboxEngine = {
  ivm: ivmModule,
  snapshot: ivmModule.Isolate.createSnapshot([
    { code: readFileSync(isolateScript, 'utf8'), filename: RUNTIME_SCRIPT_NAME },
  ]),
  onCatastrophe: (sandbox: Sandbox) => {
    const end = (): void => process.abort();
    const seq = host.seqOf(sandbox);
    if (seq === undefined) end();
    else send({ type: 'fault', seq }, end);
  },
};

const api = new RunApi(internalUrl);
const host = new RunHost({
  engine,
  api,
  scripts: new ScriptCache(api),
  sandboxes: new SandboxPool(engine),
  send,
});

process.on('message', (message: ToChild) => {
  if (message.type === 'run') void host.start(message.seq, message.request);
  else host.abort(message.seq, message.reason);
});
// The supervisor is gone: nobody waits for a result.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group; the supervisor decides when its children end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

setInterval(() => send({ type: 'alive' }), ALIVE_MS);
send({ type: 'ready' });
