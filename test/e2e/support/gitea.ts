import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = path.resolve(import.meta.dirname, '../../providers/gitea');
const START_TIMEOUT_MS = 600_000;

export interface GiteaOptions {
  readonly port: number;
  readonly issues?: number;
  /** Where its OAuth apps send people back to. */
  readonly redirectUri?: string;
}

/** A real Gitea with seeded issues, on a port and with data of its own. */
export class Gitea {
  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly dataDir: string,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  static async start({ port, issues = 250, redirectUri }: GiteaOptions): Promise<Gitea> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'gitea-e2e-'));
    const env = {
      ...process.env,
      DATA: dataDir,
      PORT: String(port),
      ISSUES: String(issues),
      ...(redirectUri !== undefined && { REDIRECT_URIS: redirectUri }),
    };
    const { stdout } = await run(path.join(FOLDER, 'up.sh'), { env, timeout: START_TIMEOUT_MS });
    const values = new Map(
      stdout.split('\n').flatMap((line) => {
        const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
        return name !== undefined && value !== undefined ? [[name, value] as const] : [];
      }),
    );
    return new Gitea(env, dataDir, values);
  }

  /** A value that the seeding printed, such as `GITEA_API_KEY`. */
  get(name: string): string {
    const value = this.values.get(name);
    if (value === undefined) throw new Error(`Gitea's seeding printed no ${name}.`);
    return value;
  }

  async stop(): Promise<void> {
    await run(path.join(FOLDER, 'down.sh'), { env: this.env });
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
