import { ResponseTooBigError } from './response-too-big-error.js';

/** Room that one answer takes. */
export interface ByteLease {
  /** @throws {ResponseTooBigError} when there is no more room */
  take(bytes: number): void;
  giveBack(): void;
}

/** Bounds the answers that a run reads: each of them, and all that are read at the same time. */
export class ByteBudget {
  private taken = 0;

  constructor(
    private readonly maxEach: number,
    private readonly maxTogether: number,
  ) {}

  lease(): ByteLease {
    let own = 0;
    return {
      take: (bytes) => {
        own += bytes;
        this.taken += bytes;
        if (own > this.maxEach || this.taken > this.maxTogether) throw new ResponseTooBigError(this.maxEach);
      },
      giveBack: () => {
        this.taken -= own;
        own = 0;
      },
    };
  }
}
