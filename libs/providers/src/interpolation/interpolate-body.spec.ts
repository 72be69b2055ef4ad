import { describe, expect, it } from '@jest/globals';
import { interpolateBody } from './interpolate-body.js';
import { InterpolationContext } from './interpolation-context.js';

describe('interpolateBody', () => {
  it('fills in nested texts and keeps everything else', () => {
    const context = new InterpolationContext({
      credentials: { username: 'u', password: 'p' },
      connectionConfig: { tenant: 't' },
    });
    const body = {
      auth: { user: '${credentials.username}', passwords: ['${password}', '${credentials.old}'] },
      tenant: '${connectionConfig.tenant}',
      lifetime: 3600,
      remember: true,
      device: null,
    };
    expect(interpolateBody(body, context)).toEqual({
      auth: { user: 'u', passwords: ['p'] },
      tenant: 't',
      lifetime: 3600,
      remember: true,
      device: null,
    });
  });

  it('leaves out a text without a value', () => {
    const context = new InterpolationContext({});
    expect(interpolateBody({ a: { b: '${credentials.x}' }, c: 'd' }, context)).toEqual({ a: {}, c: 'd' });
    expect(interpolateBody(undefined, context)).toEqual({});
  });

  it('takes answers of earlier steps and one-time inputs', () => {
    const context = new InterpolationContext({
      steps: [{ session: { id: 's1' } }, { token: 42 }],
      assertionOption: { code: '123456' },
    });
    const body = {
      session: '${step1.session.id}',
      token: '${step2.token}',
      code: '${assertionOption.code}',
      third: '${step3.token}',
    };
    expect(interpolateBody(body, context)).toEqual({ session: 's1', token: '42', code: '123456' });
  });
});
