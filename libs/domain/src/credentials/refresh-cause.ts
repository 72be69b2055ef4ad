/** Who asked for a refresh: a read, somebody who insisted, the sweep, or the workflow that repeats what failed. */
export interface RefreshCause {
  readonly trigger: 'read' | 'forced' | 'sweep' | 'retry';
  /** Temporal workflow in whose name it happens. */
  readonly workflowId?: string;
}
