import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@svc/crypto';
import { Database, SEALED_COLUMNS, SealedTextRepository, type RowKey, type SealedColumn } from '@svc/database';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';

const PLACES: readonly SealedColumn[] = Object.values(SEALED_COLUMNS);
const AT_ONCE = { rows: 500, bytes: 8 * 1024 * 1024 };

/** A walk over every place of sealed texts. */
interface Walk {
  place: number;
  after: RowKey | undefined;
  sealedAnew: number;
  /** Texts that still are as they were, by place. */
  readonly left: Record<string, number>;
}

const newWalk = (): Walk => ({ place: 0, after: undefined, sealedAnew: 0, left: {} });
const nameOf = ({ table, column, field }: SealedColumn): string => [table, column, field].filter(Boolean).join('.');

/** After a rotation of the encryption key: seals anew what earlier keys have sealed, so that they can go. */
@Injectable()
export class KeyRotation {
  private walk = newWalk();
  private hasTold = false;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The next rows. @returns whether there are more before the walk is over; the one after it begins anew. */
  async advance(): Promise<boolean> {
    const place = PLACES[this.walk.place];
    if (!this.box.hasOldKeys || !place) return this.end();
    const last = await this.sealRows(place);
    this.walk.after = last;
    if (!last) this.walk.place += 1;
    return true;
  }

  /** @returns the last of them; undefined when there were none. */
  private async sealRows(place: SealedColumn): Promise<RowKey | undefined> {
    const texts = new SealedTextRepository(this.database, place);
    const { currentPrefix } = this.box;
    const rows = await texts.page({ after: this.walk.after, currentPrefix, ...AT_ONCE });
    const stale = rows.flatMap(({ key, stale: text }) => (text === null ? [] : [{ key, stale: text }]));
    const anew = stale.flatMap((row) => {
      const fresh = this.sealAnew(row.stale, place);
      return fresh === undefined ? [] : [{ ...row, fresh }];
    });
    const count = await texts.replace(anew);
    this.walk.sealedAnew += count;
    if (stale.length > count) this.leave(place, stale.length - count);
    return rows.at(-1)?.key;
  }

  private leave(place: SealedColumn, count: number): void {
    const name = nameOf(place);
    this.walk.left[name] = (this.walk.left[name] ?? 0) + count;
  }

  /** Undefined for a text that no key opens: it is told among those that are left. */
  private sealAnew(sealed: string, { purpose }: SealedColumn): string | undefined {
    try {
      return this.box.seal(this.box.open(sealed, purpose), purpose);
    } catch {
      return undefined;
    }
  }

  private end(): false {
    const { sealedAnew, left } = this.walk;
    this.walk = newWalk();
    if (!this.box.hasOldKeys) return false;
    const isLeft = Object.keys(left).length > 0;
    if (sealedAnew > 0) this.logger.info({ sealedAnew }, 'Texts of earlier encryption keys were sealed anew.');
    if (isLeft)
      this.logger.warn({ left }, 'Texts are left that ENCRYPTION_KEY does not open: keep its earlier values.');
    // Only a walk that found nothing to do proves it: rows may have been written behind the one before.
    const isDone = sealedAnew === 0 && !isLeft;
    if (isDone && !this.hasTold)
      this.logger.info('ENCRYPTION_KEY opens every stored text: ENCRYPTION_KEYS_OLD may be emptied.');
    this.hasTold = isDone;
    return false;
  }
}
