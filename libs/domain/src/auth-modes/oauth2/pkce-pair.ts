import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from 'oauth4webapi';

/** What binds a code to whoever asked for it: kept here, and its S256, which is shown (RFC 7636). */
export interface PkcePair {
  readonly verifier: string;
  readonly challenge: string;
}

export async function createPkcePair(): Promise<PkcePair> {
  const verifier = generateRandomCodeVerifier();
  return { verifier, challenge: await calculatePKCECodeChallenge(verifier) };
}
