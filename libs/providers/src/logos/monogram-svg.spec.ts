import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { monogramSvg } from './monogram-svg.js';

describe('monogramSvg', () => {
  it.each([
    ['Google Drive', 'GD'],
    ['Slack', 'Sl'],
    ['X', 'X'],
    ['Gitea (access token)', 'GA'],
    ['élan vital', 'ÉV'],
    ['…', '?'],
  ])('%s is %s', (displayName, letters) => {
    expect(monogramSvg('a', displayName)).toContain(`>${letters}</text>`);
  });

  it('is the same for the same name and differs between names', () => {
    expect(monogramSvg('github', 'GitHub')).toBe(monogramSvg('github', 'GitHub'));
    const pictures = ['a', 'b', 'c', 'd', 'e'].map((name) => monogramSvg(name, 'X'));
    expect(new Set(pictures).size).toBeGreaterThan(1);
  });

  it('never lets a name break out of the picture', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, displayName) => {
        const svg = monogramSvg(name, displayName);
        expect(svg.match(/</g)).toHaveLength(5);
        expect(svg).toMatch(/^<svg [^<]*><rect [^<]*\/><text [^<]*>[^<]*<\/text><\/svg>$/);
      }),
    );
  });
});
