import { CONNECT_SESSION_TOKEN_PREFIX, spellings } from '@svc/contracts';
import { hashKey } from '@svc/crypto';
import { randomBytes } from 'node:crypto';

const PREFIXES = spellings(CONNECT_SESSION_TOKEN_PREFIX);
const FORM = new RegExp(`^(?:${PREFIXES.join('|')})([0-9a-f]{64})$`);

export const newSessionToken = (): string =>
  `${CONNECT_SESSION_TOKEN_PREFIX.canonical}${randomBytes(32).toString('hex')}`;

/** Whether somebody means it to be the token of a session. */
export const isMeantAsSessionToken = (text: string): boolean => PREFIXES.some((prefix) => text.startsWith(prefix));

/** What a token is stored and looked up by, whichever way it is spelled. Undefined when it is none. */
export function sessionTokenHash(token: string): Buffer | undefined {
  const digits = FORM.exec(token)?.[1];
  return digits === undefined ? undefined : hashKey(`${CONNECT_SESSION_TOKEN_PREFIX.canonical}${digits}`);
}
