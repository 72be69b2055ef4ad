import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares `Authorization: Bearer <secret>` in constant time. */
export const createSecretCheck = (secret: string): ((authorization: string | undefined) => boolean) => {
  const expected = digest(`Bearer ${secret}`);
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected);
};
