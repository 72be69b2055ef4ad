import { parse } from 'acorn';

/**
 * Why a script is not the body of a CommonJS module, or undefined when it is one. The text is only parsed, never compiled
 * or run: acorn is plain JavaScript and makes a tree of it.
 */
export function scriptSyntaxProblem(code: string): string | undefined {
  try {
    parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowHashBang: false,
    });
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return 'is nested too deeply to be read';
    return `does not parse: ${error instanceof Error ? error.message : String(error)}`;
  }
}
