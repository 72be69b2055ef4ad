/** Version of a function whose author writes none: the first is 0.0.1, then the last number rises. */
export function nextVersionText(wanted: string | null, previous: string | null): string {
  if (wanted !== null) return wanted;
  const match = /^(.*?)(\d{1,15})$/.exec(previous ?? '');
  return match ? `${match[1]}${Number(match[2]) + 1}` : '0.0.1';
}
