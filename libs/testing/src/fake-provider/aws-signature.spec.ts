import { describe, expect, it } from '@jest/globals';
import { awsAuthorizationOf, isAwsSigned } from './aws-signature.js';
import type { ReceivedRequest } from './received-request.js';

const request = (method: string, url: string, headers: Record<string, string>, body = ''): ReceivedRequest => ({
  method,
  path: new URL(url).pathname,
  url: new URL(url),
  query: {},
  headers: { host: new URL(url).host, ...headers },
  body,
  fields: {},
  clientCertificate: undefined,
});

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const credential = (scope: string): string => `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/${scope}/aws4_request`;

/** The example of AWS's documentation, "Signature Version 4 signing process". */
const listUsers = request('GET', 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08', {
  'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  'x-amz-date': '20150830T123600Z',
  authorization: `${credential('us-east-1/iam')}, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7`,
});

/** `get-vanilla` and `post-x-www-form-urlencoded` of AWS's test suite. */
const vanilla = request('GET', 'https://example.amazonaws.com/', {
  'x-amz-date': '20150830T123600Z',
  authorization: `${credential('us-east-1/service')}, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31`,
});
const posted = request(
  'POST',
  'https://example.amazonaws.com/',
  {
    'content-type': 'application/x-www-form-urlencoded',
    'x-amz-date': '20150830T123600Z',
    authorization: `${credential('us-east-1/service')}, SignedHeaders=content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a`,
  },
  'Param1=value1',
);

const isRight = (sent: ReceivedRequest, secret = SECRET): boolean => {
  const authorization = awsAuthorizationOf(sent);
  return authorization !== undefined && isAwsSigned(sent, authorization, secret);
};

describe('an AWS signature', () => {
  it.each([
    ['ListUsers', listUsers],
    ['get-vanilla', vanilla],
    ['post-x-www-form-urlencoded', posted],
  ])('of the published example %s is right, and of nothing else', (_, sent) => {
    expect(isRight(sent)).toBe(true);
    expect(isRight(sent, `${SECRET}x`)).toBe(false);
    expect(isRight({ ...sent, method: 'PUT' })).toBe(false);
    expect(isRight({ ...sent, body: 'Param1=value2' })).toBe(false);
    expect(isRight({ ...sent, url: new URL('?a=b', sent.url) })).toBe(false);
    expect(isRight({ ...sent, headers: { ...sent.headers, 'x-amz-date': '20150830T123601Z' } })).toBe(false);
  });

  it('belongs to a key', () => {
    expect(awsAuthorizationOf(listUsers)).toMatchObject({
      accessKeyId: 'AKIDEXAMPLE',
      region: 'us-east-1',
      service: 'iam',
    });
    expect(awsAuthorizationOf({ ...listUsers, headers: { authorization: 'Bearer x' } })).toBeUndefined();
  });
});
