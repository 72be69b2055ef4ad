import { randomBytes } from 'node:crypto';
import { json, type Answer } from './answer.js';
import type { ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** BILL, API version 3: `POST /v3/login`, then the headers `sessionId` and `devKey`. */
export class BillAccount implements Protocol {
  readonly username = 'accountant@example.com';
  password = 'bill-password';
  readonly organizationId = '00802ABC';
  readonly devKey = 'dev-key-1';
  private readonly sessions = new Set<string>();

  readonly routes: readonly Route[] = [{ method: 'POST', path: '/v3/login', handle: (request) => this.login(request) }];

  identify({ headers }: ReceivedRequest): string | undefined {
    return this.sessions.has(String(headers['sessionid'])) && headers['devkey'] === this.devKey ? 'bill' : undefined;
  }

  /** Ends all sessions. */
  logOutAll(): void {
    this.sessions.clear();
  }

  private login({ fields, headers }: ReceivedRequest): Answer {
    if (!headers['content-type']?.includes('json')) return refusal(400, 'BDC_1101', 'Invalid request format.');
    if (fields['devKey'] !== this.devKey) return refusal(401, 'BDC_1102', 'Invalid developer key.');
    const isPerson = fields['username'] === this.username && fields['password'] === this.password;
    if (!isPerson || fields['organizationId'] !== this.organizationId)
      return refusal(401, 'BDC_1107', 'Invalid user name, password or organization.');
    const sessionId = randomBytes(16).toString('hex');
    this.sessions.add(sessionId);
    return json(200, { sessionId, organizationId: this.organizationId, userId: '006ABC', trusted: false });
  }
}

const refusal = (status: number, code: string, message: string): Answer => json(status, [{ code, message }]);
