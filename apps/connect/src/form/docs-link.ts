/** Where a person reads how to connect: the session's own guide, the definition's, or the provider's documentation. */
export interface DocsSources {
  readonly override?: string | undefined;
  readonly docsConnect?: string | undefined;
  readonly docs?: string | undefined;
}

/** The first address that a browser may safely follow; `section` is a heading in it. */
export function docsLink({ override, docsConnect, docs }: DocsSources, section?: string): string | undefined {
  for (const address of [override, docsConnect, docs]) {
    const url = address ? URL.parse(address) : null;
    if (!url || !/^https?:$/.test(url.protocol)) continue;
    if (section !== undefined) url.hash = section.replace(/^#/, '');
    return url.href;
  }
  return undefined;
}
