const LINK = /<([^>]*)>((?:\s*;\s*[^;,="\s]+\s*(?:=\s*(?:"[^"]*"|[^;,"\s]*))?)*)/g;
const PARAMETER = /;\s*([^;,="\s]+)\s*(?:=\s*(?:"([^"]*)"|([^;,"\s]*)))?/g;

const relationsOf = (parameters: string): string[] => {
  for (const [, name = '', quoted, plain] of parameters.matchAll(PARAMETER)) {
    if (name.toLowerCase() === 'rel') return (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
  }
  return [];
};

/** Target of the relation in a `Link` header (RFC 8288); undefined where it is missing. */
export const findLink = (header: string | string[] | undefined, relation: string): string | undefined => {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  for (const [, target, parameters = ''] of text.matchAll(LINK)) {
    if (relationsOf(parameters).includes(relation.toLowerCase())) return target;
  }
  return undefined;
};
