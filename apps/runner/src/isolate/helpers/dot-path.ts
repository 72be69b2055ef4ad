/** The value at a dot path such as `data.items.0.id` or `data.items[0].id`; undefined where there is none. */
export const atDotPath = (root: unknown, path: string | undefined): unknown => {
  if (path === undefined || path === '') return root;
  const keys = path
    .replace(/\[(\w+)\]/g, '.$1')
    .split('.')
    .filter((key) => key !== '');
  return keys.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return Reflect.get(value, key);
  }, root);
};
