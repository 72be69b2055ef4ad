import './globals/install-text-encoding.js';
import { z } from 'zod';
import { Bridge } from './bridge.js';
import { describeFailure } from './describe-failure.js';
import { createModuleRequire } from './function-modules.js';
import { createConsole } from './globals/console.js';
import { createCryptoModule } from './globals/crypto.js';
import { useHostDomains } from './globals/domain-to-ascii.js';
import { installStaticGlobals, removeGlobals } from './globals/install-globals.js';
import { Timers } from './globals/timers.js';
import { createHelpers, type CreatedHelpers } from './helpers/create-helpers.js';
import { BOOT_GLOBAL, type Boot, type HostFunctions, type IsolateEntry, type ScriptBody } from './host-functions.js';
import type { RunContext } from './run-context.js';
import { loadDefinition, RunEnd, runFunction } from './run-function.js';
import { RunLog } from './run-log.js';

const STACK_FRAMES = 30;

/** Waits for a function and gives back what it locked; a lock that could not be given back ends with its time. */
const withLocks = async ({ releaseAllLocks }: CreatedHelpers, ended: Promise<unknown>): Promise<unknown> => {
  try {
    return await ended;
  } finally {
    try {
      await releaseAllLocks();
    } catch {
      // The function's own end is what counts.
    }
  }
};

const run = async (script: ScriptBody, host: HostFunctions, bridge: Bridge, context: RunContext): Promise<void> => {
  const log = new RunLog(host, context.logLevel);
  const cryptoModule = createCryptoModule(host, bridge);
  Object.assign(globalThis, { console: createConsole(log), crypto: cryptoModule });
  // An action checks a value or two: to compile its schemas first costs more than it saves.
  z.config({ jitless: context.function.kind === 'action' });
  try {
    const definition = loadDefinition(script, createModuleRequire(cryptoModule));
    const created = createHelpers({ context, bridge, log }, definition.type === 'sync' ? definition : {});
    const output = await withLocks(created, runFunction(definition, context, { ...created, source: String(script) }));
    log.close();
    host.finish('completed', JSON.stringify(output));
  } catch (error) {
    const failure = error instanceof RunEnd ? error.failure : describeFailure(error);
    log.close();
    host.finish('failed', JSON.stringify(failure));
  }
};

const boot: Boot = (script, host) => {
  Reflect.deleteProperty(globalThis, BOOT_GLOBAL);
  removeGlobals();
  Error.stackTraceLimit = STACK_FRAMES;
  useHostDomains(host.domainToAscii);
  const bridge = new Bridge(host);
  const timers = new Timers(host);
  timers.install(globalThis);
  const timeOrigin = Date.now();
  Object.assign(globalThis, { performance: { timeOrigin, now: () => Date.now() - timeOrigin } });
  const enter: IsolateEntry = (kind, id, ok, head, body) => {
    if (kind === 'answer') bridge.answer(id, ok, head, body);
    else if (kind === 'timer') timers.fire(id);
    else void run(script, host, bridge, JSON.parse(head) as RunContext);
  };
  return enter;
};

/**
 * zod makes the prototypes of a kind of schema with its first instance. Of the kinds that nearly every function uses they are made
 * here, in the snapshot: a run copies them in a tenth of the time. Each kind costs those that do not use it 20 µs.
 */
const makeCommonSchemas = (): void => {
  z.config({ jitless: true });
  const text = z.string().nullable();
  const [list, rest] = [z.array(z.number()).optional(), z.record(z.string(), z.unknown())];
  z.object({ text, list, rest, flag: z.boolean(), choice: z.enum(['a']) }).safeParse({});
};

installStaticGlobals();
makeCommonSchemas();
Object.assign(globalThis, { [BOOT_GLOBAL]: boot });
