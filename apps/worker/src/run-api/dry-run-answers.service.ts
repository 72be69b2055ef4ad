import { Injectable } from '@nestjs/common';
import {
  checkpointSaveSchema,
  deleteRecordsSchema,
  DRY_RUN_NOTES,
  runLogBatchSchema,
  runRecordsQuerySchema,
  runTriggerSyncSchema,
  type DryRunResult,
  type EndedTracking,
  type RecordWriteResult,
} from '@svc/contracts';
import { DryRunStore, parseRecordLines, toRecordId, RunMasks, type RunClaims } from '@svc/domain';
import { z } from 'zod';

/** A call of a dry run. */
export interface DryRunCall {
  readonly run: RunClaims;
  readonly body: unknown;
  readonly query: unknown;
  /** What the handler of the route would do. */
  readonly real: () => Promise<unknown>;
}

export type DryRunAnswer = (call: DryRunCall) => Promise<unknown>;

const metadataSchema = z.record(z.string(), z.unknown());
const linesSchema = z.string();
/** Other fields of the query belong to merging strategies, which have nothing to merge with here. */
const modelSchema = z.looseObject(runRecordsQuerySchema.shape);

/** How the run API answers a dry run where it would have written. */
@Injectable()
export class DryRunAnswers {
  private readonly answers: ReadonlyMap<string, DryRunAnswer>;

  constructor(
    private readonly store: DryRunStore,
    private readonly masks: RunMasks,
  ) {
    this.answers = new Map<string, DryRunAnswer>([
      ['POST /run/logs', (call) => this.log(call)],
      ['GET /run/metadata', ({ run, real }) => this.metadata(run, real)],
      ['PUT /run/metadata', ({ run, body }) => this.changeMetadata(run, 'metadata', body)],
      ['PATCH /run/metadata', ({ run, body }) => this.changeMetadata(run, 'metadata_merge', body)],
      ['GET /run/checkpoint', ({ run }) => store.checkpointOf(run.runId)],
      ['PUT /run/checkpoint', (call) => this.saveCheckpoint(call)],
      ['DELETE /run/checkpoint', ({ run }) => this.clearCheckpoint(run)],
      ['POST /run/records/save', (call) => this.write(call, 'saved')],
      ['POST /run/records/update', (call) => this.write(call, 'updated')],
      ['POST /run/records/delete', (call) => this.delete(call)],
      // Locks are shared with real runs, which must not wait for a trial.
      ['POST /run/locks/acquire', () => Promise.resolve({ acquired: true })],
      ['POST /run/locks/release', () => Promise.resolve({ released: true })],
      ['POST /run/locks/release-all', () => Promise.resolve()],
      ['POST /run/records/tracking/start', () => Promise.resolve()],
      ['POST /run/records/tracking/end', (call) => this.endTracking(call)],
      ['POST /run/syncs/trigger', (call) => this.startSync(call, 'triggerSync')],
      ['POST /run/syncs/start', (call) => this.startSync(call, 'startSync')],
    ]);
  }

  find(route: string): DryRunAnswer | undefined {
    return this.answers.get(route);
  }

  /** Also into the log of the environment. */
  private async log({ run, body, real }: DryRunCall): Promise<unknown> {
    await this.note(run, runLogBatchSchema.parse(body).lines);
    return await real();
  }

  private async endTracking({ run, query }: DryRunCall): Promise<EndedTracking> {
    const at = new Date().toISOString();
    await this.note(run, [{ at, ...DRY_RUN_NOTES.endsTracking(modelSchema.parse(query).model) }]);
    return { deletedKeys: [] };
  }

  private async startSync({ run, body }: DryRunCall, helper: 'triggerSync' | 'startSync'): Promise<void> {
    runTriggerSyncSchema.parse(body);
    await this.note(run, [{ at: new Date().toISOString(), ...DRY_RUN_NOTES.startsSync(helper, body) }]);
  }

  /** Into the log of the result. */
  private async note(run: RunClaims, lines: DryRunResult['logs']): Promise<void> {
    const { environmentId, providerConfigKey, connectionKey: connectionId } = run;
    const mask = await this.masks.of({ environmentId, providerConfigKey, connectionId });
    const data = lines.map(({ at, level, message, payload }) => ({
      at,
      level,
      message: mask.text(message),
      ...(payload !== undefined && { payload: mask.json(payload) }),
    }));
    await this.store.add(run.runId, { kind: 'log', data });
  }

  private async metadata({ runId }: RunClaims, real: () => Promise<unknown>): Promise<unknown> {
    return await this.store.metadataOf(runId, metadataSchema.parse(await real()));
  }

  private async changeMetadata(run: RunClaims, kind: 'metadata' | 'metadata_merge', body: unknown): Promise<void> {
    await this.store.add(run.runId, { kind, data: metadataSchema.parse(body) });
  }

  private async saveCheckpoint({ run, body }: DryRunCall): Promise<{ version: number }> {
    const { checkpoint } = checkpointSaveSchema.parse(body);
    await this.store.add(run.runId, { kind: 'checkpoint', data: checkpoint });
    return { version: (await this.store.checkpointOf(run.runId)).version };
  }

  private async clearCheckpoint({ runId }: RunClaims): Promise<{ version: number }> {
    await this.store.add(runId, { kind: 'checkpoint', data: null });
    return { version: (await this.store.checkpointOf(runId)).version };
  }

  private async write({ run, body, query }: DryRunCall, kind: 'saved' | 'updated'): Promise<RecordWriteResult> {
    const { model } = modelSchema.parse(query);
    const { payloads, duplicates } = parseRecordLines(linesSchema.parse(body));
    const entries = payloads.map((payload): unknown => JSON.parse(payload));
    await this.store.add(run.runId, { kind, data: { model, entries } });
    const [added, updated] = kind === 'saved' ? [entries.length, 0] : [0, entries.length];
    return { added, updated, deleted: 0, unchanged: 0, duplicates };
  }

  private async delete({ run, body, query }: DryRunCall): Promise<RecordWriteResult> {
    const { model } = modelSchema.parse(query);
    const entries = deleteRecordsSchema.parse(body).ids.map((id, index) => toRecordId(id, index));
    await this.store.add(run.runId, { kind: 'deleted', data: { model, entries } });
    return { added: 0, updated: 0, deleted: entries.length, unchanged: 0, duplicates: [] };
  }
}
