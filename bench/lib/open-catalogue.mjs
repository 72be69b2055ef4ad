/** A process that opens the catalogue, whole or empty, and prints how long that took and how much memory it holds. */
import { ProviderCatalogue } from '@svc/providers';

const [which] = process.argv.slice(2);
const logger = { info: () => undefined, error: () => undefined };
const builtin = which === 'empty' ? { builtin: { definitions: {}, templates: {} } } : {};

globalThis.gc?.();
const before = process.memoryUsage();
const startedAt = performance.now();
const catalogue = await ProviderCatalogue.open({ publicUrl: 'https://gateway.test', logger, ...builtin });
const durationMs = performance.now() - startedAt;
globalThis.gc?.();
const after = process.memoryUsage();
const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
console.log(JSON.stringify({ durationMs, bytes, providers: catalogue.list().length }));
