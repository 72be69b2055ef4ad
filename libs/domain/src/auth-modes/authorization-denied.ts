/** The provider sent the person back without an authorization: they refused, or it did. */
export class AuthorizationDenied extends Error {
  override readonly name = 'AuthorizationDenied';

  /**
   * @param code the provider's error code, such as `access_denied`.
   * @param description its own words, where there were any; text of a stranger, to be shown as text only.
   */
  constructor(
    readonly code: string,
    readonly description?: string,
  ) {
    super(description ?? code);
  }
}
