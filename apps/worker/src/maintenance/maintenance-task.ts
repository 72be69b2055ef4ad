/** Injection token of the list of {@link MaintenanceTask}. */
export const MAINTENANCE_TASKS = Symbol('MAINTENANCE_TASKS');

/** Something that every worker repeats beside its task queues. */
export interface MaintenanceTask {
  readonly name: string;
  /** Pause between the end of one round and the begin of the next. */
  readonly everyMs: number;
  /** True when there is more to do at once. */
  readonly run: () => Promise<boolean | number | void>;
}
