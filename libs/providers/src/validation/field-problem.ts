/** Something wrong in a definition. */
export interface FieldProblem {
  /** Dot path. */
  readonly path: string;
  readonly reason: string;
}
