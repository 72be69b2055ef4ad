import { describe, expect, it } from '@jest/globals';
import { variableMask } from './variable-masks.service.js';

describe('the mask of environment variables', () => {
  const { text, json } = variableMask(['hunter2!', 'hunter2!-longer', 'true', '$& $1 (x)']);

  it('hides values wherever they stand in a text', () => {
    expect(text('key=hunter2!-longer and hunter2!hunter2!')).toBe('key=*** and ******');
    expect(text('[$& $1 (x)]')).toBe('[***]');
  });

  it('leaves short values, which would make a log unreadable', () => {
    expect(text('true story')).toBe('true story');
  });

  it('hides values inside of JSON, keys too', () => {
    expect(json({ 'x-hunter2!': ['a hunter2!', 5, null, { deep: 'hunter2!' }] })).toEqual({
      'x-***': ['a ***', 5, null, { deep: '***' }],
    });
  });
});
