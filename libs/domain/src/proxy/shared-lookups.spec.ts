import { describe, expect, it } from '@jest/globals';
import { SharedLookups } from './shared-lookups.js';

/** A store whose reads see the value at their beginning, and end when told. */
class SlowStore {
  value = 1;
  reads = 0;
  private readonly ends: (() => void)[] = [];

  readonly read = async (): Promise<number> => {
    const { value } = this;
    this.reads += 1;
    await new Promise<void>((resolve) => this.ends.push(resolve));
    return value;
  };

  async endOne(): Promise<void> {
    this.ends.shift()?.();
    await new Promise(setImmediate);
  }
}

describe('shared lookups', () => {
  it('never give out what was read before the caller asked', async () => {
    const store = new SlowStore();
    const lookups = new SharedLookups<number>();
    const early = lookups.get('a', store.read);
    store.value = 2;
    const late = [lookups.get('a', store.read), lookups.get('a', store.read), lookups.get('a', store.read)];
    await store.endOne();
    await store.endOne();
    expect(await early).toBe(1);
    expect(await Promise.all(late)).toEqual([2, 2, 2]);
    expect(store.reads).toBe(2);
  });

  it('keep keys apart and begin anew when nobody waits', async () => {
    const store = new SlowStore();
    const lookups = new SharedLookups<number>();
    const both = [lookups.get('a', store.read), lookups.get('b', store.read)];
    expect(store.reads).toBe(2);
    await store.endOne();
    await store.endOne();
    await Promise.all(both);
    const again = lookups.get('a', store.read);
    await store.endOne();
    await again;
    expect(store.reads).toBe(3);
  });

  it('go on after a failure, which only those who shared it see', async () => {
    const lookups = new SharedLookups<number>();
    const failing = lookups.get('a', async () => {
      throw new Error('down');
    });
    const next = lookups.get('a', async () => 5);
    await expect(failing).rejects.toThrow('down');
    expect(await next).toBe(5);
    expect(await lookups.get('a', async () => 6)).toBe(6);
  });
});
