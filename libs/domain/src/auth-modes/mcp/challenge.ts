/** What a `WWW-Authenticate` header says of how to get a token (RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  readonly metadataUrl?: string;
  readonly scopes?: readonly string[];
}

/** Reads the header; parameters of whichever scheme has them. */
export function challengeOf(header = ''): Challenge {
  const metadataUrl = parameter(header, 'resource_metadata');
  const scope = parameter(header, 'scope');
  return {
    ...(metadataUrl !== undefined && URL.canParse(metadataUrl) && { metadataUrl }),
    ...(scope !== undefined && { scopes: scope.split(' ').filter(Boolean) }),
  };
}

function parameter(header: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s",]+))`, 'i').exec(header) ?? [];
  return quoted ?? plain;
}
