/** A line of a dry run's log that the gateway writes itself. */
interface DryRunNote {
  readonly level: 'info';
  readonly message: string;
  readonly payload?: unknown;
}

/** What the log of a dry run says of what would have happened to syncs and records, wherever the function is tried. */
export const DRY_RUN_NOTES = {
  /** @param request as the function made it */
  startsSync: (helper: 'triggerSync' | 'startSync', request: unknown): DryRunNote => ({
    level: 'info',
    message: `${helper} would start a sync.`,
    payload: request,
  }),
  endsTracking: (model: string): DryRunNote => ({
    level: 'info',
    message: `trackDeletesEnd: what of ${model} was not saved since the start would be marked as deleted.`,
  }),
} as const;
