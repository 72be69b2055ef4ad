import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ProviderLogos } from './provider-logos.js';

describe('ProviderLogos', () => {
  it("draws the brand's sign where there is one, else a monogram", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'logos-'));
    try {
      const file = path.join(folder, 'logos.json');
      await writeFile(file, JSON.stringify({ acme: '<path d="M0 0"/>' }));
      const logos = new ProviderLogos(pathToFileURL(file));
      expect(await logos.svg('acme', 'Acme & Co')).toMatch(
        /^<svg [^>]*aria-label="Acme &amp; Co"><path d="M0 0"\/><\/svg>$/,
      );
      expect(await logos.svg('beta', 'Beta')).toContain('>Be</text>');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('draws monograms where nothing was built', async () => {
    const logos = new ProviderLogos(new URL('file:///nowhere/logos.json'));
    expect(await logos.svg('beta', 'Beta Gamma')).toContain('>BG</text>');
  });
});
