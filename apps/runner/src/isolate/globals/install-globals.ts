import structuredClone from '@ungap/structured-clone';
import { Buffer } from 'buffer/';
import { URL, URLSearchParams } from 'whatwg-url';
import { abortGlobals } from './abort.js';
import { base64Globals } from './base64.js';
import { addBase64Url } from './buffer.js';
import { IsolateHeaders } from './headers.js';
import { IsolateTextDecoder, IsolateTextEncoder } from './text-encoding.js';

/** Would let a function block its thread, or run code that cannot be bounded. */
const REMOVED = ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'FinalizationRegistry', 'console'];

const clone = (value: unknown): unknown => {
  try {
    return structuredClone(value);
  } catch (error) {
    throw Object.assign(new Error(error instanceof Error ? error.message : String(error)), { name: 'DataCloneError' });
  }
};

/** Globals that need no host; they are part of the snapshot. */
export const installStaticGlobals = (): void => {
  addBase64Url();
  Object.assign(globalThis, base64Globals, abortGlobals, {
    global: globalThis,
    Buffer,
    URL,
    URLSearchParams,
    Headers: IsolateHeaders,
    TextEncoder: IsolateTextEncoder,
    TextDecoder: IsolateTextDecoder,
    structuredClone: clone,
    queueMicrotask: (callback: () => void) => {
      void Promise.resolve().then(callback);
    },
  });
};

/** Not part of the snapshot: V8 adds to some of them as it makes a context. */
export const removeGlobals = (): void => {
  for (const name of REMOVED) Reflect.deleteProperty(globalThis, name);
};
