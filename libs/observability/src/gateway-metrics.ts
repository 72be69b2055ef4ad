import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** A figure that is looked up whenever somebody asks for the metrics. */
export interface LookedUp {
  readonly name: string;
  readonly help: string;
  /** Values by the value of the label `kind`; a plain number without labels. */
  readonly look: () => Promise<number | Readonly<Record<string, number>>>;
}

/** What a process counts and measures, in the format of Prometheus. */
export class GatewayMetrics {
  private readonly registry = new Registry();

  /** Schedules that did not agree with their rows when they were last compared: `missing`, `different`, `superfluous`, `stopped`. */
  readonly schedulesDrifted = this.gauge('gateway_schedules_drifted', 'Schedules that did not agree with their rows.', [
    'kind',
  ]);

  /** Syncs whose start is overdue by more than a minute although nothing of them runs or waits. */
  readonly schedulesLate = this.gauge('gateway_schedules_late', 'Syncs that should have started and have not.');

  /** When this process last compared Schedules with rows, in Unix seconds. */
  readonly schedulesComparedAt = this.gauge(
    'gateway_schedules_compared_timestamp_seconds',
    'When this process last compared Schedules with rows.',
  );

  /** Commands of the outbox that this process has applied in Temporal, by kind and outcome. */
  readonly commandsApplied = new Counter({
    name: 'gateway_temporal_commands_total',
    help: 'Commands of the outbox that were applied in Temporal or failed.',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });

  /** @param processName label of every figure: `api`, `worker` */
  constructor(processName: string) {
    this.registry.setDefaultLabels({ process: processName });
  }

  /** Adds what Node says of the process itself: memory, processor, event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds figures that are looked up for each answer. One that cannot be looked up is left out of that answer. */
  lookUp({ name, help, look }: LookedUp): void {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [this.registry],
      async collect() {
        this.reset();
        const found = await look().catch(() => undefined);
        if (typeof found === 'number') this.set(found);
        else for (const [kind, value] of Object.entries(found ?? {})) this.set({ kind }, value);
      },
    });
  }

  /** Everything as text, with its media type. */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  private gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}
