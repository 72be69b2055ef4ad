import type { ProviderAnswer } from './provider-answer.js';

/** Where `paginate` stands after a page. */
export interface PageInfo {
  /** Cursor, link or offset of the next page; undefined after the last one. */
  nextPageParam: string | number | undefined;
  /** The whole answer that held the page. */
  response: ProviderAnswer;
}

interface PaginationFields {
  /** Name under which the page size is sent: in the query of GET and DELETE, in the body otherwise. */
  limit_name_in_request: string;
  /** Page size; none is sent when omitted. */
  limit?: number;
  /** Dot path of the page's items in the answer; the answer itself when empty. */
  response_path?: string;
  /** Sends the pagination's parameters in the body, whatever the method. */
  in_body?: boolean;
  /** Called after each page was handled. */
  on_page?: (page: PageInfo) => Promise<void> | void;
}

/** Each answer names the cursor of the next page. Ends with an empty page or without a cursor. */
export interface CursorPagination extends PaginationFields {
  type: 'cursor';
  cursor_path_in_response: string;
  cursor_name_in_request: string;
}

/** Each answer links to the next page. Ends with a missing or repeated link. One of the two places is required. */
export interface LinkPagination extends PaginationFields {
  type: 'link';
  link_rel_in_response_header?: string;
  link_path_in_response_body?: string;
}

/** Pages are counted. Ends with an empty page. */
export interface OffsetPagination extends PaginationFields {
  type: 'offset';
  offset_name_in_request: string;
  /** Default 0. */
  offset_start_value?: number;
  /** `by-response-size` (default) adds the number of results, `per-page` adds one. */
  offset_calculation_method?: 'by-response-size' | 'per-page';
}

/** How the provider pages (specification, helper `paginate`). */
export type Pagination = CursorPagination | LinkPagination | OffsetPagination;

/** Pagination of one call: what it leaves out comes from the provider's definition. */
export type PaginationOverride = Partial<CursorPagination> | Partial<LinkPagination> | Partial<OffsetPagination>;
