import { BadGatewayException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { AppError } from '@svc/errors';
import { toAppError } from './to-app-error.js';

const coded = (code: string): Error => Object.assign(new Error('no'), { code });

describe('toAppError', () => {
  it.each([
    [new AppError('conflict', 'taken'), 409, 'conflict'],
    [new NotFoundException(), 404, 'not_found'],
    [coded('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'body_too_large'],
    [coded('FST_ERR_CTP_INVALID_JSON_BODY'), 400, 'invalid_json'],
    [coded('22021'), 400, 'invalid_request'],
    // JSON of the gateway's own that is broken is no fault of the caller.
    [new SyntaxError('Unexpected token'), 500, 'generic_error_support'],
    [coded('ECONNREFUSED'), 503, 'service_unavailable'],
    [coded('57P01'), 503, 'service_unavailable'],
    [coded('42P01'), 500, 'generic_error_support'],
    [new BadGatewayException(), 500, 'generic_error_support'],
    ['text', 500, 'generic_error_support'],
  ] as const)('%s is %i %s', (error, status, code) => {
    expect(toAppError(error)).toMatchObject({ status, code });
  });

  it('says nothing about what nobody foresaw but an id', () => {
    const error = toAppError(new Error('password is hunter2'));
    expect(error.message).toContain(String(error.details.payload));
    expect(JSON.stringify(error.toEnvelope())).not.toContain('hunter2');
  });
});
