import { randomUUID } from 'node:crypto';
import type { RequestParts } from './request-parts.js';

type Values = Readonly<Record<string, unknown>>;

/** What placeholders may refer to. */
export interface InterpolationValues {
  readonly connectionConfig?: Values;
  /** The connection's credentials by their stored names (wire contract, section 17). */
  readonly credentials?: Values;
  /** The integration's app: `${clientId}` and `${clientSecret}`. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The integration's installable app: `${appId}` and `${appLink}`. */
  readonly appId?: string;
  readonly appLink?: string;
  readonly integrationConfig?: Values;
  /** The request that is being made; leave it out for OAuth 2 modes. */
  readonly request?: RequestParts;
  /** Answers of the steps of a TWO_STEP exchange so far. */
  readonly steps?: readonly unknown[];
  /** One-time inputs that are not stored. */
  readonly assertionOption?: Values;
}

/**
 * Values for the placeholders of one request. Make a new one for each request: its time and its random value stay the
 * same for as long as it lives.
 */
export class InterpolationContext {
  private instant: Date | undefined;
  private uuid: string | undefined;

  constructor(
    readonly values: InterpolationValues,
    private readonly clock: () => Date = () => new Date(),
    private readonly createRandom: () => string = randomUUID,
  ) {}

  /** The same request with more values: it keeps its time and its random value. */
  with(values: InterpolationValues): InterpolationContext {
    return new InterpolationContext(
      { ...this.values, ...values },
      () => this.now,
      () => this.random,
    );
  }

  /** The moment of the request. */
  get now(): Date {
    this.instant ??= this.clock();
    return this.instant;
  }

  /** The request's `${random}`, a UUID. */
  get random(): string {
    this.uuid ??= this.createRandom();
    return this.uuid;
  }
}
