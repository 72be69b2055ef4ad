/**
 * Builds the hosted page into `dist/page`, each file beside its compressed forms, and fails when the scripts have become too
 * large. Run after the compiler; `npm run build` does.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import config from './vite.config.mjs';

/** All scripts together, compressed by gzip. */
const LIMIT_BYTES = 100_000;
const COMPRESSED = /\.(js|css|svg)$/;

const compress = (assets) => {
  let scriptBytes = 0;
  for (const name of readdirSync(assets).filter((file) => COMPRESSED.test(file))) {
    const file = path.join(assets, name);
    const content = readFileSync(file);
    const gzipped = gzipSync(content, { level: 9 });
    writeFileSync(`${file}.gz`, gzipped);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    if (name.endsWith('.js')) scriptBytes += gzipped.length;
  }
  return scriptBytes;
};

const buildPage = async () => {
  await build({ ...config, logLevel: 'warn' });
  const scriptBytes = compress(path.join(config.build.outDir, 'assets'));
  const size = `${Math.ceil(scriptBytes / 1000)} kB of compressed script`;
  if (scriptBytes > LIMIT_BYTES) {
    throw new Error(`The connect page has ${size}; at most ${LIMIT_BYTES / 1000} kB are allowed.`);
  }
  console.log(`The connect page: ${size}.`);
};

await buildPage();
