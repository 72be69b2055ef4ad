/** Something wrong in a definition file. */
export interface DefinitionProblem {
  readonly file: string;
  /** Where in the file, for example `proxy.retry.at`; empty for the file as a whole. */
  readonly path: string;
  readonly reason: string;
}

/** One line for a log or an error. */
export const formatProblem = ({ file, path, reason }: DefinitionProblem): string =>
  `${file}: ${path ? `${path}: ` : ''}${reason}`;
