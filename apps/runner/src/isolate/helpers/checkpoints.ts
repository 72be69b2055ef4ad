import type { Checkpoint, CheckpointResponse } from '@svc/contracts';
import type { z } from 'zod';
import type { Bridge } from '../bridge.js';

const isFlatValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function assertFlat(checkpoint: unknown): asserts checkpoint is Checkpoint {
  if (typeof checkpoint !== 'object' || checkpoint === null || Array.isArray(checkpoint)) {
    throw new TypeError('saveCheckpoint: the checkpoint must be an object.');
  }
  for (const [key, value] of Object.entries(checkpoint)) {
    if (key.length < 1 || key.length > 255) throw new TypeError('saveCheckpoint: keys have 1 to 255 characters.');
    if (isFlatValue(value)) continue;
    throw new TypeError(
      `saveCheckpoint: "${key}" must be text, a number or a boolean; store a date with toISOString().`,
    );
  }
}

/** `getCheckpoint`, `saveCheckpoint` and `clearCheckpoint`: knows the version that it read or wrote last. */
export class Checkpoints {
  constructor(
    private readonly bridge: Bridge,
    private readonly schema: z.ZodType | undefined,
    private known: CheckpointResponse | undefined,
  ) {}

  readonly getCheckpoint = async (): Promise<Checkpoint | null> => {
    const { checkpoint } = await this.read();
    return checkpoint === null ? null : { ...checkpoint };
  };

  readonly saveCheckpoint = async (checkpoint: unknown): Promise<void> => {
    assertFlat(checkpoint);
    await this.checkSchema(checkpoint);
    const { version } = await this.read();
    const { head } = await this.bridge.call('saveCheckpoint', {}, JSON.stringify({ checkpoint, version }));
    this.known = { checkpoint: { ...checkpoint }, version: (head as { version: number }).version };
  };

  readonly clearCheckpoint = async (): Promise<void> => {
    const { head } = await this.bridge.call('clearCheckpoint', {});
    this.known = { checkpoint: null, version: (head as { version: number }).version };
  };

  private async read(): Promise<CheckpointResponse> {
    this.known ??= (await this.bridge.call('getCheckpoint', {})).head as CheckpointResponse;
    return this.known;
  }

  private async checkSchema(checkpoint: Checkpoint): Promise<void> {
    const result = await this.schema?.safeParseAsync(checkpoint);
    if (!result || result.success) return;
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new TypeError(`saveCheckpoint: the checkpoint does not match its schema: ${problems.join('; ')}`);
  }
}
