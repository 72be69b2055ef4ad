import type { WorkflowStart } from '@svc/temporal';

/** A change in Temporal that a transaction decides; applied after its commit. Ids and switches only. */
export type TemporalCommand =
  /** Makes the Schedule of a sync as its row wants it; removes it when the sync is gone. */
  | { readonly kind: 'schedule.apply'; readonly syncId: string }
  /** Runs a sync now, or right after the run that is under way. */
  | { readonly kind: 'schedule.trigger'; readonly syncId: string }
  /** Starts a workflow once. */
  | { readonly kind: 'workflow.start'; readonly start: WorkflowStart }
  /** Asks a workflow to stop. */
  | { readonly kind: 'workflow.cancel'; readonly workflowId: string };

/** What a command is about; commands of one key are applied in order. */
export function keyOf(command: TemporalCommand): string {
  if ('syncId' in command) return `sync:${command.syncId}`;
  return `workflow:${command.kind === 'workflow.start' ? command.start.workflowId : command.workflowId}`;
}
