/** Ids of version 7 begin with 48 bits of unix time in milliseconds: no earlier id is smaller, no later one larger. */
export const firstOperationIdAt = (timeMs: number): string => {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
