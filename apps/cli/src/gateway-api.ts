import { errorEnvelopeSchema, parseExactJson, type ErrorIssue } from '@svc/contracts';
import { CliError, messageOf } from './cli-error.js';
import { CLI_VERSION } from './version.js';

/** The gateway's public API, as one environment's key sees it. */
export class GatewayApi {
  constructor(
    readonly host: string,
    readonly secretKey: string,
  ) {}

  /** @throws {CliError} when the gateway refuses or does not answer. */
  async get(path: string): Promise<unknown> {
    return this.json(await this.send('GET', path));
  }

  /**
   * Numbers that JavaScript would round keep their digits when they are written again.
   * @throws {CliError} when the gateway refuses or does not answer.
   */
  async getExact(path: string): Promise<unknown> {
    return this.json(await this.send('GET', path), parseExactJson);
  }

  /** @throws {CliError} when the gateway refuses or does not answer. */
  async post(path: string, body: unknown): Promise<unknown> {
    return this.json(await this.send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)));
  }

  /** @throws {CliError} when the gateway refuses or does not answer. */
  async put(path: string, body: unknown): Promise<unknown> {
    return this.json(await this.send('PUT', path, { 'content-type': 'application/json' }, JSON.stringify(body)));
  }

  /** @throws {CliError} when the gateway refuses or does not answer. */
  async delete(path: string): Promise<unknown> {
    return this.json(await this.send('DELETE', path));
  }

  /** Any request; the answer is the caller's to read. */
  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: RequestInit['body'],
  ): Promise<Response> {
    const request: RequestInit = {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${this.secretKey}`, 'user-agent': `svc-cli/${CLI_VERSION}`, ...headers },
    };
    if (body !== undefined) request.body = body;
    try {
      return await fetch(`${this.host}${path}`, request);
    } catch (error) {
      throw unreachable(this.host, error);
    }
  }

  private async json(response: Response, parse: (text: string) => unknown = JSON.parse): Promise<unknown> {
    const text = await response.text();
    const value = parsed(text, parse);
    if (response.ok && value !== undefined) return value;
    throw refusal(this.host, response.status, value);
  }
}

function unreachable(host: string, error: unknown): CliError {
  const code = 'gateway_unreachable';
  const reason = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
  // The Fetch standard keeps web clients from ports of other protocols.
  if (reason === 'bad port')
    return new CliError(
      `SVC_HOST is ${host}, but fetch refuses port ${new URL(host).port}: it belongs to another protocol.`,
      {
        code,
        hint: 'Correct the port of SVC_HOST (in .env or in the environment). A gateway that listens there needs another port, such as 3003.',
      },
    );
  return new CliError(`The gateway at ${host} did not answer: ${reason || 'connection failed'}.`, {
    code,
    hint: 'Check that it runs and that SVC_HOST (in .env or in the environment) is its address.',
  });
}

const HINTS: Readonly<Record<string, string>> = {
  forbidden: 'Use a key that has the scope, or add the scope to this key.',
  unknown_account:
    'Check the SVC_SECRET_KEY_<ENVIRONMENT> that you use: the key was deleted or belongs to another gateway.',
  invalid_secret_key_format: 'Check the SVC_SECRET_KEY_<ENVIRONMENT> that you use.',
};

function refusal(host: string, status: number, value: unknown): CliError {
  const { data } = errorEnvelopeSchema.safeParse(value);
  if (!data)
    return new CliError(`${host} answered ${status} with something that is not the gateway's: check SVC_HOST.`, {
      code: 'not_a_gateway',
    });
  const { code, message, errors = [], request_id: requestId } = data.error;
  const hint = HINTS[code];
  const lines = [message, ...(errors.length > 1 ? errors.map(issueLine) : [])];
  const quote = status >= 500 && requestId !== undefined ? [`Request id: ${requestId}`] : [];
  return new CliError([...lines, ...quote].join('\n'), { code, ...(hint !== undefined && { hint }) });
}

const issueLine = ({ message }: ErrorIssue): string => `  - ${message}`;

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
