import { FUNCTION_MODULE } from '@svc/contracts';
import * as functions from '@svc/functions';
import { Buffer } from 'buffer/';
import { URL, URLSearchParams } from 'whatwg-url';
import * as zod from 'zod';

/** So that `import x from`, `import * as x from` and `import { y } from` all work in CommonJS. */
const asModule = (exports: object, defaultExport: unknown = exports): object =>
  Object.freeze({ ...exports, default: defaultExport, __esModule: true });

/** V8 keeps a hidden class for each name that an object grew by, and every context copies them; a prototype has but one. */
const compact = (module: object): object => {
  Reflect.get(Object.create(module), 'default');
  return module;
};

const parseQuery = (value: URL): Record<string, string> => Object.fromEntries(value.searchParams);

const urlModule = asModule({
  URL,
  URLSearchParams,
  /** Node's older way, for the fields that functions read. */
  parse: (text: string, withQuery = false) => {
    const { href, protocol, hostname, host, port, pathname, search, hash } = new URL(text);
    const query = withQuery ? parseQuery(new URL(text)) : search.slice(1);
    return { href, protocol, hostname, host, port, pathname, search, hash, path: pathname + search, query };
  },
  format: (value: { toString(): string }) => String(value),
  resolve: (from: string, to: string) => new URL(to, from).href,
});

/** The name that zod 3 had for a failure's issues. */
for (const error of [new zod.ZodError([]), new zod.ZodRealError([])]) {
  Object.defineProperty(Object.getPrototypeOf(error), 'errors', {
    configurable: true,
    get(this: zod.ZodError) {
      return this.issues;
    },
  });
}

const functionModule = compact(asModule(functions));
const zodModule = compact(asModule(zod, zod.z));
const bufferModule = asModule({ Buffer });

const SHARED: ReadonlyMap<string, object> = new Map<string, object>([
  ...[FUNCTION_MODULE.canonical, ...FUNCTION_MODULE.aliases].map((name): [string, object] => [name, functionModule]),
  ['zod', zodModule],
  ['zod/v4', zodModule],
  ['url', urlModule],
  ['buffer', bufferModule],
]);

/** The `require` of a function's script: what the isolate gives, everything else is refused by name. */
export const createModuleRequire = (cryptoModule: object): ((name: string) => unknown) => {
  let crypto: object | undefined;
  return (name) => {
    const plainName = String(name).replace(/^node:/, '');
    const found = plainName === 'crypto' ? (crypto ??= asModule(cryptoModule)) : SHARED.get(plainName);
    if (found) return found;
    throw new Error(
      `Cannot import "${String(name)}": functions can import relative files, "${FUNCTION_MODULE.canonical}", "zod", "crypto" and "url", no other module.`,
    );
  };
};
