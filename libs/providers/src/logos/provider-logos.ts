import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { monogramSvg, tileSvg } from './monogram-svg.js';

const COMPILED_FILE = new URL('../logos.json', import.meta.url);
const signsSchema = z.record(z.string(), z.string());

/** Logos of providers: the brand's sign where the build found one, else a monogram. Read when the first one is asked for. */
export class ProviderLogos {
  private signs: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(private readonly file = COMPILED_FILE) {}

  /** An SVG for any name: an integration may outlive its provider. */
  async svg(name: string, displayName: string): Promise<string> {
    const sign = (await (this.signs ??= this.read())).get(name);
    return sign === undefined ? monogramSvg(name, displayName) : tileSvg(displayName, sign);
  }

  /** None where nothing was built yet. */
  private async read(): Promise<ReadonlyMap<string, string>> {
    try {
      return new Map(Object.entries(signsSchema.parse(JSON.parse(await readFile(this.file, 'utf8')))));
    } catch {
      return new Map();
    }
  }
}
