/** Values by what stands between the braces of a placeholder. */
export type PlainValues = Readonly<Record<string, unknown>>;

/**
 * Fills in a template in the simplest way that can be right, so that the gateway's own way is held against another one.
 * Undefined where a value is missing, or where it takes more than values and base64.
 */
export function fillPlainly(template: string, values: PlainValues): string | undefined {
  return template
    .split(/\s*\|\|\s*/)
    .map((alternative) => fillOne(alternative, values))
    .find((text) => text !== undefined);
}

function fillOne(template: string, values: PlainValues): string | undefined {
  let isComplete = true;
  const fill = (text: string): string =>
    text.replace(/\$\{([\w.]+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined || value === '') isComplete = false;
      return String(value);
    });
  const filled = fill(
    template.replace(/\$\{base64\(((?:[^(){}]|\$\{[\w.]+\})*)\)\}/g, (_, text: string) => base64(fill(text))),
  );
  return isComplete && !filled.includes('${') ? filled : undefined;
}

/** An address as comparable text: hosts know no case, and a path may spell a character in two ways. */
export const comparableUrl = (url = ''): string =>
  decodeURIComponent(url.replace(/^https?:\/\/[^/?#]+/i, (origin) => origin.toLowerCase()));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
