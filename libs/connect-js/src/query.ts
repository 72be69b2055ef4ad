/** Values of a query. A map is written as `name[key]=value`; what is undefined is left out. */
export type QueryValues = Readonly<Record<string, string | undefined | Readonly<Record<string, string>>>>;

/** Adds a query to an address that has none. */
export function withQuery(address: string, values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') query.append(name, value);
    else for (const [key, inner] of Object.entries(value ?? {})) query.append(`${name}[${key}]`, inner);
  }
  const text = query.toString();
  return text === '' ? address : `${address}?${text}`;
}
