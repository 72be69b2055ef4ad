import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { REDACTED_PATHS, redactUrl, SECRET_FIELDS } from './redaction.js';

const logged = (value: object): string => {
  let line = '';
  const log = pino(
    { redact: { paths: [...REDACTED_PATHS], censor: '[redacted]' } },
    { write: (text) => void (line += text) },
  );
  log.info(value, 'message');
  return line;
};

describe('the process log', () => {
  it.each(SECRET_FIELDS)('hides %s, at the top and three levels down', (field) => {
    expect(logged({ [field]: 'hunter2' })).not.toContain('hunter2');
    expect(logged({ a: { b: { c: { [field]: 'hunter2' } } } })).not.toContain('hunter2');
  });

  it('hides secrets in addresses', () => {
    expect(redactUrl('https://ann:hunter2@x.test/a?api_key=hunter2&page=1')).toBe(
      'https://x.test/a?api_key=redacted&page=1',
    );
    expect(redactUrl('/a?api_key=hunter2')).toBe('/a');
  });
});
