import type { PaginationDefaults } from '@svc/contracts';
import type { Pagination, PaginationOverride, ProxyConfiguration } from '@svc/functions';

const REQUIRED: Record<string, readonly string[]> = {
  cursor: ['limit_name_in_request', 'cursor_path_in_response', 'cursor_name_in_request'],
  link: ['limit_name_in_request'],
  offset: ['limit_name_in_request', 'offset_name_in_request'],
};

/** The limit's name matters only where a limit is sent. */
const isMissing = (fields: Record<string, unknown>, name: string): boolean =>
  !fields[name] && (name !== 'limit_name_in_request' || fields['limit'] !== undefined);

function assertComplete(fields: Record<string, unknown>): asserts fields is Record<string, unknown> & Pagination {
  const required = REQUIRED[String(fields['type'])];
  if (!required) {
    throw new TypeError(
      `paginate.type is "${String(fields['type'])}": use cursor, link or offset; the provider has no default.`,
    );
  }
  const missing = required.filter((name) => isMissing(fields, name));
  const hasLink = fields['link_rel_in_response_header'] || fields['link_path_in_response_body'];
  if (fields['type'] === 'link' && !hasLink) {
    missing.push('link_rel_in_response_header or link_path_in_response_body');
  }
  if (missing.length > 0)
    throw new TypeError(`paginate needs ${missing.join(', ')} for type "${String(fields['type'])}".`);
}

/**
 * The pagination of a call: its own fields over the provider's defaults.
 * @throws {TypeError} naming what is missing
 */
export const resolvePagination = (
  defaults: PaginationDefaults | undefined,
  own: PaginationOverride | undefined,
): Pagination => {
  const given = Object.entries(own ?? {}).filter(([, value]) => value !== undefined);
  const fields: Record<string, unknown> = { ...defaults, ...Object.fromEntries(given) };
  assertComplete(fields);
  return fields;
};

/** The configuration of a page. */
export interface PagedConfiguration extends ProxyConfiguration {
  /** The endpoint is a link that the page before named. */
  readonly isLink?: true;
}

/** A request whose parameters change from page to page: in the query of GET and DELETE, in the body otherwise. */
export class PagedRequest {
  private readonly inBody: boolean;

  constructor(
    private config: PagedConfiguration,
    pagination: Pagination,
  ) {
    const method = (config.method ?? 'GET').toUpperCase();
    this.inBody = pagination.in_body ?? !['GET', 'DELETE'].includes(method);
    if (pagination.limit !== undefined) this.set(pagination.limit_name_in_request, pagination.limit);
  }

  get current(): PagedConfiguration {
    return this.config;
  }

  set(name: string, value: string | number): void {
    if (this.inBody) {
      const body = typeof this.config.data === 'object' && this.config.data !== null ? this.config.data : {};
      this.config = { ...this.config, data: { ...body, [name]: value } };
      return;
    }
    const { params } = this.config;
    if (typeof params === 'string') {
      const query = new URLSearchParams(params);
      query.set(name, String(value));
      this.config = { ...this.config, params: query.toString() };
      return;
    }
    this.config = { ...this.config, params: { ...params, [name]: typeof value === 'number' ? String(value) : value } };
  }

  /** Goes on at a link, which names its own query. */
  follow(link: string): void {
    const { params: _params, ...rest } = this.config;
    this.config = { ...rest, endpoint: link, isLink: true };
  }
}
