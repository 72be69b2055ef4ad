import type { ListRecordsResponse } from '@svc/contracts';
import { text } from 'node:stream/consumers';
import type { RecordPageBody } from '../records/record-page-text.js';

/** A page of records as its reader sees it. */
export const readBody = async (body: RecordPageBody): Promise<ListRecordsResponse> =>
  JSON.parse(Buffer.isBuffer(body) ? String(body) : await text(body)) as ListRecordsResponse;
