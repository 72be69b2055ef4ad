/** A webhook as it came in. */
export interface RawWebhook {
  readonly method: string;
  /** As the provider called it. */
  readonly url: string;
  /** Lower-case names; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
