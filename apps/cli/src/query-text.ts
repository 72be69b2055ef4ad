/** Query of a path, with what has a value. */
export function queryText(values: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return `?${new URLSearchParams(present)}`;
}
