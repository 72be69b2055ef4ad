import { AppError } from '@svc/errors';

/** What a link stands for: an address, and what is appended to it. */
export interface LinkedPage {
  readonly base: string;
  readonly endpoint: string;
}

/**
 * A link that an answer names for the next page. It is an address of the provider's own, a path from the root of its server, or a
 * path below the base address; the last two are told apart by how they begin.
 *
 * @throws AppError `address_not_allowed` for another server, which must not get the credentials.
 */
export function linkedPage(base: string, link: string): LinkedPage {
  const { origin, pathname } = new URL(base);
  if (/^https?:/i.test(link)) {
    const target = URL.parse(link);
    if (target?.origin === origin) return { base: origin, endpoint: `${target.pathname}${target.search}` };
    throw new AppError(
      'address_not_allowed',
      `The link of the next page leads to "${target?.origin ?? link}" and not to ${origin}: credentials are not sent there.`,
    );
  }
  const root = pathname.replace(/\/$/, '');
  const isFromRoot = root !== '' && (link === root || link.startsWith(`${root}/`) || link.startsWith(`${root}?`));
  return { base: isFromRoot ? origin : base, endpoint: link };
}
