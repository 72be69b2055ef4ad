import { freePort } from '@svc/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../dist/main.js');
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The compiled API as a process of its own, for tests of what several of them do together. */
export class ApiProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly chunks: string[],
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ApiProcess> {
    const port = await freePort();
    const env = { ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), ...settings };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
    const started = new ApiProcess(`http://127.0.0.1:${port}`, child, chunks);
    await started.untilReady();
    return started;
  }

  /** Everything that it logged. */
  get output(): string {
    return this.chunks.join('');
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill(signal);
    await ended;
  }

  private async untilReady(): Promise<void> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline;) {
      const answer = await fetch(`${this.url}/health`).catch(() => undefined);
      if (answer?.ok) return;
      if (this.child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    await this.kill();
    throw new Error(`The API did not start (run "npm run build" first):\n${this.output}`);
  }
}
