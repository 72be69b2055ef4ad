/** A setting that cannot be used. */
export interface ConfigProblem {
  readonly variable: string;
  /** What was wrong, without the value where the setting is a secret. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Thrown when settings are missing or wrong; lists all of them at once and never shows a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ variable, problem, remedy }) => `  ${variable} ${problem}. ${remedy}`);
    const count = problems.length === 1 ? 'A setting is wrong' : `${problems.length} settings are wrong`;
    super(`${count}:\n${lines.join('\n')}`);
    this.problems = problems;
  }
}
