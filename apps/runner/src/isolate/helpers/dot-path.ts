/**
 * The value at a dot path such as `data.items.0.id` or `data.items[0].id`; undefined where there is none. A name that has dots
 * itself, such as `@odata.nextLink`, is found as well.
 */
export const atDotPath = (root: unknown, path: string | undefined): unknown => {
  if (path === undefined || path === '') return root;
  const keys = path
    .replace(/\[(\w+)\]/g, '.$1')
    .split('.')
    .filter((key) => key !== '');
  return find(root, keys);
};

const find = (value: unknown, keys: readonly string[]): unknown => {
  if (keys.length === 0) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (let length = 1; length <= keys.length; length += 1) {
    const key = keys.slice(0, length).join('.');
    const found = Object.hasOwn(value, key) ? find(Reflect.get(value, key), keys.slice(length)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};
