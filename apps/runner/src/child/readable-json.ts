/** Deeper than anybody means it; what reads such text by recursion runs out of stack. */
const MAX_DEPTH = 1000;

const QUOTE = '"'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const END_BRACKET = ']'.charCodeAt(0);
const END_BRACE = '}'.charCodeAt(0);

const isEscaped = (text: string, at: number): boolean => {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
};

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
};

/** Whether JSON is nested without end: to parse a hundred megabytes of brackets takes gigabytes, and a thread for many seconds. */
export const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === BRACKET || code === BRACE) depth++;
    else if (code === END_BRACKET || code === END_BRACE) depth--;
  }
  return depth > MAX_DEPTH;
};

/** Whether text that an isolate gave is JSON which anybody may parse: whole, and not nested without end. */
export const isReadableJson = (text: string): boolean => {
  if (isTooDeep(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
