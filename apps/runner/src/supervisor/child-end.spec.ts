import { describe, expect, it } from '@jest/globals';
import { endOfExit, failuresOfEnd, type ChildEnd } from './child-end.js';
import type { PendingRun } from './pending-run.js';

const run = (seq: number, inTurnSinceMs?: number): PendingRun => ({
  seq,
  startedAtMs: 0,
  inTurnSinceMs,
  resolve: () => undefined,
  request: {
    runId: `r${seq}`,
    token: 't',
    environmentId: 1,
    environmentName: 'dev',
    function: { kind: 'action', name: 'f', versionId: 'v', scriptHash: 'h' },
    connection: { connectionId: 'c', providerConfigKey: 'k', provider: 'p' },
    limits: { wallTimeMs: 1000, cpuTimeMs: 100, memoryMb: 64, outputBytes: 100 },
    logLevel: 'info',
  },
});

const typesOf = (end: ChildEnd, runs: PendingRun[]): string[] =>
  runs.map((entry) => failuresOfEnd(end, runs).get(entry)?.type ?? 'none');

describe('whose fault the end of a child process is', () => {
  const memory: ChildEnd = { cause: 'memory', residentMb: 900 };

  it('is the only run, whether it held its thread or not', () => {
    expect(typesOf(memory, [run(1)])).toEqual(['out_of_memory']);
  });

  it('is the run that held its thread for the longest; the others may be repeated', () => {
    expect(typesOf(memory, [run(1), run(2, 500), run(3, 100)])).toEqual(['platform', 'platform', 'out_of_memory']);
  });

  it('is nobody when no run held its thread, or when the process was killed from outside', () => {
    expect(typesOf(memory, [run(1), run(2)])).toEqual(['platform', 'platform']);
    expect(typesOf(endOfExit(null, 'SIGKILL'), [run(1, 5)])).toEqual(['platform']);
  });

  it('is the run whose isolate V8 gave up, or that outlived its time', () => {
    expect(typesOf({ cause: 'fault', seq: 2 }, [run(1, 5), run(2)])).toEqual(['platform', 'out_of_memory']);
    expect(typesOf({ cause: 'overdue', seq: 1 }, [run(1), run(2)])).toEqual(['wall_time_exceeded', 'platform']);
  });

  it('is a crash when a signal of V8 ended the process', () => {
    expect(endOfExit(null, 'SIGTRAP')).toEqual({ cause: 'crash', signal: 'SIGTRAP' });
    expect(endOfExit(0, null)).toEqual({ cause: 'gone', detail: 'exit code 0' });
  });
});
