/**
 * What a provider answers. Deliberately unchecked unless the caller names a type: the gateway cannot know the shape of a
 * provider's data, and functions written for the reference read it without a cast.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ProviderData = any;

/** The provider's answer. */
export interface ProviderAnswer<T = ProviderData> {
  data: T;
  status: number;
  statusText: string;
  /** Names in lower case; a list where a header is repeated. */
  headers: Record<string, ProviderData>;
}
