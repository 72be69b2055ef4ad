const LINK = /<([^>]*)>\s*((?:;\s*[^;,="]+\s*(?:=\s*(?:"[^"]*"|[^;,"]*))?\s*)*)/g;
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^;,"\s]*))/i;

/** Target of the relation in a `Link` header (RFC 8288); undefined where it is missing. */
export const findLink = (header: string | string[] | undefined, relation: string): string | undefined => {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  for (const [, target, parameters = ''] of text.matchAll(LINK)) {
    const match = RELATION.exec(parameters);
    const relations = (match?.[1] ?? match?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation.toLowerCase())) return target;
  }
  return undefined;
};
