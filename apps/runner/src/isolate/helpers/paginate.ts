import type {
  CursorPagination,
  LinkPagination,
  OffsetPagination,
  Pagination,
  ProviderData,
  ProxyConfiguration,
  ProxyResponse,
} from '@svc/functions';
import { atDotPath } from './dot-path.js';
import { findLink } from './link-header.js';
import { PagedRequest } from './pagination-request.js';

type Request = (config: ProxyConfiguration) => Promise<ProxyResponse>;
type PageParam = string | number | undefined;

/** Finds the next page: undefined after the last one. Also sets it in the request. */
type Advance = (request: PagedRequest, response: ProxyResponse, items: readonly ProviderData[]) => PageParam;

const advanceByCursor = (pagination: CursorPagination): Advance => {
  let previous: PageParam;
  return (request, response) => {
    const found = atDotPath(response.data, pagination.cursor_path_in_response);
    const cursor = typeof found === 'string' ? found.trim() : found;
    const isCursor = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number';
    if (!isCursor || cursor === previous) return undefined;
    previous = cursor;
    request.set(pagination.cursor_name_in_request, cursor);
    return cursor;
  };
};

const advanceByLink = (pagination: LinkPagination): Advance => {
  const followed = new Set<string>();
  return (request, response) => {
    const { link_rel_in_response_header: relation, link_path_in_response_body: path } = pagination;
    const link = relation ? findLink(response.headers['link'], relation) : atDotPath(response.data, path);
    if (typeof link !== 'string' || link === '' || followed.has(link)) return undefined;
    followed.add(link);
    request.follow(link);
    return link;
  };
};

const advanceByOffset = (pagination: OffsetPagination): Advance => {
  let offset = pagination.offset_start_value ?? 0;
  return (request, _response, items) => {
    offset += pagination.offset_calculation_method === 'per-page' ? 1 : items.length;
    request.set(pagination.offset_name_in_request, offset);
    return offset;
  };
};

const advanceBy = (pagination: Pagination): Advance => {
  switch (pagination.type) {
    case 'cursor':
      return advanceByCursor(pagination);
    case 'link':
      return advanceByLink(pagination);
    case 'offset':
      return advanceByOffset(pagination);
  }
};

const itemsOf = (response: ProxyResponse, path: string | undefined): ProviderData[] => {
  const items = atDotPath(response.data, path);
  if (items === undefined || items === null) return [];
  if (Array.isArray(items)) return items;
  const place = path
    ? `at "${path}" of the answer`
    : 'in the answer; set paginate.response_path to where the items are';
  throw new TypeError(`paginate found no list ${place} to ${response.request.method} ${response.request.path}.`);
};

/** The pages of a list, each requested when the one before it was handled (specification, helper `paginate`). */
export async function* paginate(
  request: Request,
  config: ProxyConfiguration,
  pagination: Pagination,
): AsyncGenerator<ProviderData[], undefined, void> {
  const paged = new PagedRequest(config, pagination);
  const advance = advanceBy(pagination);
  if (pagination.type === 'offset') paged.set(pagination.offset_name_in_request, pagination.offset_start_value ?? 0);
  for (;;) {
    const response = await request(paged.current);
    const items = itemsOf(response, pagination.response_path);
    if (items.length === 0 && pagination.type !== 'link') return undefined;
    yield items;
    const nextPageParam = advance(paged, response, items);
    await pagination.on_page?.({ nextPageParam, response });
    if (nextPageParam === undefined) return undefined;
  }
}
