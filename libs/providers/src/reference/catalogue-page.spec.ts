import { describe, expect, it } from '@jest/globals';
import { providerSchema } from '@svc/contracts';
import { cataloguePage } from './catalogue-page.js';

const provider = (name: string, more: object = {}) =>
  providerSchema.parse({
    name,
    display_name: name.toUpperCase(),
    docs: `https://${name}.test`,
    auth_mode: 'API_KEY',
    logo_url: '',
    confidence: 'recalled',
    categories: ['crm'],
    ...more,
  });

describe('cataloguePage', () => {
  const page = cataloguePage([
    provider('b', { display_name: 'B | Co [EU]' }),
    provider('a', { confidence: 'documented', categories: ['crm', 'ai'] }),
    provider('c', { auth_mode: 'OAUTH2', categories: ['data'] }),
  ]);

  it('counts by confidence, category and auth mode', () => {
    expect(page).toContain('knows 3 providers');
    expect(page).toMatch(/\| documented \| 1 \|[^\n]+\n\| recalled \| 2 \|/);
    expect(page).toContain('| Category | All | API_KEY | OAUTH2 |');
    expect(page).toContain('| [crm](#crm) | 2 | 2 |  |');
    expect(page).toContain('| **All** | 3 | 2 | 1 |');
  });

  it('lists every provider once, in order, whatever its name', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ['));
    expect(rows.filter((row) => row.includes('https://'))).toEqual([
      '| [A](https://a.test) | `a` | API_KEY | documented | ai |',
      '| [B \\| Co \\[EU\\]](https://b.test) | `b` | API_KEY | recalled |  |',
      '| [C](https://c.test) | `c` | OAUTH2 | recalled |  |',
    ]);
  });
});
