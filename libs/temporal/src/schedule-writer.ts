import { ScheduleClient, type Client, type ScheduleOptions } from '@temporalio/client';

type Written = Parameters<ScheduleClient['_updateSchedule']>[1];

/** A Schedule with every part of its action named. */
export type CompiledSchedule = ScheduleOptions & Pick<Written, 'action'>;

/**
 * Writes Schedules without reading them first. The SDK's own update describes the Schedule before, which is the most
 * expensive question that a Temporal server can be asked about one; what is written here never depends on the answer.
 */
export class ScheduleWriter extends ScheduleClient {
  static of({ connection, options: { namespace } }: Client): ScheduleWriter {
    return new ScheduleWriter({ connection, namespace });
  }

  /** @throws {ScheduleNotFoundError} */
  async replace({ scheduleId, ...schedule }: CompiledSchedule): Promise<void> {
    await this._updateSchedule(scheduleId, { ...schedule, state: { ...schedule.state } }, {});
  }
}
