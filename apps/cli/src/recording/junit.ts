/** A test in a JUnit report. */
export interface JunitCase {
  readonly name: string;
  readonly suite: string;
  readonly durationMs: number;
  /** Why it failed; undefined when it passed. */
  readonly failure: string | undefined;
}

/** The XML that CI systems read test results from. */
export function junitReport(cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(3);
  const total = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const lines = cases.map(({ name, suite, durationMs, failure }) => {
    const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}" time="${seconds(durationMs)}"`;
    if (failure === undefined) return `${head}/>`;
    return `${head}>\n      <failure message="${escaped(failure.split('\n')[0] ?? '')}">${escaped(failure)}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}" time="${total}">`,
    `  <testsuite name="functions" tests="${cases.length}" failures="${failures}" time="${total}">`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no place for most control characters, escaped or not. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (character) => (/[\t\n]/.test(character) ? character : ' '))
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
