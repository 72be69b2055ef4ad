import { IsolateTextDecoder, IsolateTextEncoder } from './text-encoding.js';

// whatwg-url takes the encoder from the globals as it loads, so the entry imports this module first.
Object.assign(globalThis, { TextEncoder: IsolateTextEncoder, TextDecoder: IsolateTextDecoder });
