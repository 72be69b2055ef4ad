import { describe, expect, it } from '@jest/globals';
import { renderEnvExample } from './env-example.js';

describe('renderEnvExample', () => {
  const text = renderEnvExample();

  it.each(['PORT', 'DATABASE_URL', 'ENCRYPTION_KEY', 'RUNNER_MAX_CHILDREN', 'TEMPORAL_UI_PORT'])(
    'describes %s once, commented out and without a value',
    (variable) => {
      expect(text.match(new RegExp(`^#${variable}=$`, 'gm'))).toHaveLength(1);
    },
  );
});
