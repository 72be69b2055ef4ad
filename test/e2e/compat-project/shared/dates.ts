export function toIso(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return new Date(0).toISOString();
  return new Date(typeof value === 'number' ? value * 1000 : value).toISOString();
}
