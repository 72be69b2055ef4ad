/** What the isolate can ask of its host. Everything else in the isolate is plain JavaScript. */
export interface HostFunctions {
  /** Starts an operation; its answer comes back through {@link IsolateEntry} under the same id. */
  readonly call: (id: number, operation: string, args: string, body?: string | ArrayBuffer) => void;
  readonly startTimer: (id: number, delayMs: number) => void;
  readonly stopTimer: (id: number) => void;
  /** `payload` is JSON. False when the line was dropped, as there were too many of late. */
  readonly log: (level: string, message: string, payload: string | undefined) => boolean;
  /** So many lines were not even handed over, after one was dropped. */
  readonly dropLogLines: (count: number) => void;
  /** The function came to its end: `text` is the output, or a {@link RawFailure}, as JSON. */
  readonly finish: (outcome: 'completed' | 'failed', text: string | undefined) => void;
  /** Hash, or HMAC where there is a key; an unknown algorithm gives undefined. */
  readonly digest: (algorithm: string, key: ArrayBuffer | undefined, data: ArrayBuffer) => ArrayBuffer | undefined;
  /** Signature by a private key as `spec` says, or what is wrong. */
  readonly sign: (spec: string, key: ArrayBuffer, data: ArrayBuffer) => ArrayBuffer | string;
  /** Whether a signature is right, or what is wrong. */
  readonly verify: (spec: string, key: ArrayBuffer, signature: ArrayBuffer, data: ArrayBuffer) => boolean | string;
  /** What `data` is encrypted or decrypted, as `spec` says, or what is wrong; a tag for authentication stands at the end. */
  readonly cipher: (
    spec: string,
    key: ArrayBuffer,
    iv: ArrayBuffer | undefined,
    additional: ArrayBuffer,
    data: ArrayBuffer,
  ) => ArrayBuffer | string;
  /** A key read and written again, as `spec` says, or what is wrong. */
  readonly key: (spec: string, bytes: ArrayBuffer) => ArrayBuffer | string;
  /** A key derived of a secret, as `spec` says, or what is wrong. */
  readonly derive: (spec: string, secret: ArrayBuffer, salt: ArrayBuffer, info: ArrayBuffer) => ArrayBuffer | string;
  readonly randomBytes: (size: number) => ArrayBuffer;
  /** Punycode of an international domain name; empty when it is not valid. */
  readonly domainToAscii: (domain: string) => string;
}

/** Names of the host's functions. */
export const HOST_FUNCTION_NAMES = [
  'call',
  'startTimer',
  'stopTimer',
  'log',
  'dropLogLines',
  'finish',
  'digest',
  'sign',
  'verify',
  'cipher',
  'key',
  'derive',
  'randomBytes',
  'domainToAscii',
] as const satisfies readonly (keyof HostFunctions)[];

/** What enters the isolate: the start of the run, the answer to a call, or a timer that is due. */
export type IsolateEntry = (
  kind: 'start' | 'answer' | 'timer',
  id: number,
  ok: boolean,
  head: string,
  body: string | ArrayBuffer | undefined,
) => void;

/** The wrapper around a script's code, evaluated to a function. */
export type ScriptBody = (
  module: { exports: Record<string, unknown> },
  exports: Record<string, unknown>,
  require: (name: string) => unknown,
) => void;

/** Installed as a global in the snapshot and taken away before any code of a function runs. */
export type Boot = (script: ScriptBody, host: HostFunctions) => IsolateEntry;
export const BOOT_GLOBAL = '__boot';

/** Names under which V8 shows code in stacks. */
export const FUNCTION_SCRIPT_NAME = 'svc:function';
export const RUNTIME_SCRIPT_NAME = 'svc:runtime';
