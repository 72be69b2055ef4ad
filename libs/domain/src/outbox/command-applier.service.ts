import { Injectable } from '@nestjs/common';
import { TASK_QUEUES, WORKFLOWS } from '@svc/contracts/workflows';
import type { TemporalCommandRow } from '@svc/database';
import { SyncSchedules, WorkflowStarter } from '@svc/temporal';
import { z } from 'zod';
import { SyncScheduleSource } from './sync-schedule-source.service.js';

const subjectSchema = z.object({
  environment: z.string(),
  integration: z.string(),
  connection: z.string(),
  function: z.string().optional(),
  customer: z.string().optional(),
});

const commandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('schedule.apply'), syncId: z.string() }),
  z.object({ kind: z.literal('schedule.trigger'), syncId: z.string() }),
  z.object({
    kind: z.literal('workflow.start'),
    start: z.object({
      workflow: z.enum(WORKFLOWS),
      workflowId: z.string(),
      taskQueue: z.enum(TASK_QUEUES),
      args: z.array(z.unknown()),
      subject: subjectSchema,
    }),
  }),
  z.object({ kind: z.literal('workflow.cancel'), workflowId: z.string() }),
]);

/** Does in Temporal what a command of the outbox says. Every command may be applied more than once. */
@Injectable()
export class CommandApplier {
  constructor(
    private readonly source: SyncScheduleSource,
    private readonly schedules: SyncSchedules,
    private readonly workflows: WorkflowStarter,
  ) {}

  async apply(row: Pick<TemporalCommandRow, 'input'>): Promise<void> {
    const command = commandSchema.parse(row.input);
    switch (command.kind) {
      case 'schedule.apply':
        return await this.applySchedule(command.syncId);
      case 'schedule.trigger':
        return await this.trigger(command.syncId);
      case 'workflow.start':
        return await this.workflows.start(command.start);
      case 'workflow.cancel':
        return await this.workflows.cancel(command.workflowId);
    }
  }

  private async applySchedule(syncId: string): Promise<void> {
    const schedule = await this.source.find(syncId);
    await (schedule ? this.schedules.apply(schedule) : this.schedules.remove(syncId));
  }

  private async trigger(syncId: string): Promise<void> {
    if (await this.schedules.trigger(syncId)) return;
    const schedule = await this.source.find(syncId);
    if (!schedule) return;
    await this.schedules.apply(schedule);
    await this.schedules.trigger(syncId);
  }
}
