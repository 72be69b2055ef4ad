import { describe, expect, it } from '@jest/globals';
import { keepTrying } from './keep-trying.js';

describe('keepTrying', () => {
  const failing = (times: number) => {
    let calls = 0;
    return async () => {
      calls += 1;
      if (calls <= times) throw new Error(`failure ${calls}`);
      return calls;
    };
  };

  it('repeats until it works', async () => {
    expect(await keepTrying(failing(2), [1, 1, 1])).toBe(3);
  });

  it('gives up with the last failure', async () => {
    await expect(keepTrying(failing(5), [1, 1])).rejects.toThrow('failure 3');
  });
});
