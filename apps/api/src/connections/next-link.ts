/** `Link` header that leads to another page of the same list (RFC 8288; D21). */
export function nextLink(publicUrl: string, requestUrl: string, page: number): string {
  const url = new URL(publicUrl + requestUrl);
  url.searchParams.set('page', String(page));
  return `<${url.href}>; rel="next"`;
}
