import { describe, expect, it } from '@jest/globals';
import { docsLink } from './docs-link.js';

const DOCS = 'https://provider.example/api';

describe('docsLink', () => {
  it('takes the session’s guide first, then the one for connecting, then the documentation', () => {
    const sources = { override: 'https://a.example/', docsConnect: 'https://b.example/', docs: DOCS };
    expect(docsLink(sources)).toBe('https://a.example/');
    expect(docsLink({ ...sources, override: undefined })).toBe('https://b.example/');
    expect(docsLink({ docs: DOCS })).toBe(DOCS);
    expect(docsLink({ docs: '' })).toBeUndefined();
  });

  it('leads to the section', () => {
    expect(docsLink({ docs: DOCS }, 'step-2')).toBe(`${DOCS}#step-2`);
    expect(docsLink({ docs: `${DOCS}#old` }, '#new one')).toBe(`${DOCS}#new%20one`);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' JavaScript:alert(1)', 'file:///etc/passwd', '//evil', 'none'])(
    'never leads to %s',
    (address) => {
      expect(docsLink({ override: address, docs: DOCS })).toBe(DOCS);
      expect(docsLink({ docs: address }, 'x')).toBeUndefined();
    },
  );
});
