const pathOf = ({ pathname }: URL): string => pathname.replace(/\/+$/, '');

/** Where a protected resource describes itself: for its path, then for its host (RFC 9728, section 3.1). */
export function resourceMetadataUrls(resource: URL): readonly string[] {
  const base = `${resource.origin}/.well-known/oauth-protected-resource`;
  return [...new Set([`${base}${pathOf(resource)}`, base])];
}

/**
 * Where an authorization server describes itself: as RFC 8414 puts it, section 3.1, as OpenID providers do in the same way,
 * and as OpenID Connect Discovery puts it, section 4.
 */
export function authorizationServerUrls(issuer: URL): readonly string[] {
  const path = pathOf(issuer);
  const { origin } = issuer;
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

/** Whether a description is about an address: it has the same origin, and a path that is its or above it. */
export function covers(resource: string, address: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const described = new URL(resource);
  return described.origin === address.origin && `${pathOf(address)}/`.startsWith(`${pathOf(described)}/`);
}
