import type { NangoAction, NangoSync, ProxyConfiguration } from 'nango';

/** Collects a list of one page, for syncs and actions alike. */
export async function firstPage<T>(nango: NangoSync | NangoAction, config: ProxyConfiguration): Promise<T[]> {
  for await (const page of nango.paginate<T>(config)) return page;
  return [];
}

export const chunk = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
