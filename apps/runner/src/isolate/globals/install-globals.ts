import structuredClone from '@ungap/structured-clone';
import { Buffer } from 'buffer/';
import { URL, URLSearchParams } from 'whatwg-url';
import { base64Globals } from './base64.js';
import { IsolateHeaders } from './headers.js';
import { IsolateTextDecoder, IsolateTextEncoder } from './text-encoding.js';

/** Would let a function block its thread, or run code that cannot be bounded. */
const REMOVED = ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'FinalizationRegistry', 'console'];

/** Globals that need no host; they are part of the snapshot. */
export const installStaticGlobals = (): void => {
  Object.assign(globalThis, base64Globals, {
    global: globalThis,
    Buffer,
    URL,
    URLSearchParams,
    Headers: IsolateHeaders,
    TextEncoder: IsolateTextEncoder,
    TextDecoder: IsolateTextDecoder,
    structuredClone: (value: unknown) => structuredClone(value),
    queueMicrotask: (callback: () => void) => {
      void Promise.resolve().then(callback);
    },
  });
};

/** Not part of the snapshot: V8 adds to some of them as it makes a context. */
export const removeGlobals = (): void => {
  for (const name of REMOVED) Reflect.deleteProperty(globalThis, name);
};
