/** Deeper than anybody means it; what reads such text by recursion runs out of stack. */
const MAX_DEPTH = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

const endOfString = (text: string, start: number): number => {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
};

const isDeeperThan = (text: string, limit: number): boolean => {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    if (depth > limit) return true;
  }
  return false;
};

/** Whether text that an isolate gave is JSON which anybody may parse: whole, and not nested without end. */
export const isReadableJson = (text: string): boolean => {
  if (isDeeperThan(text, MAX_DEPTH)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
