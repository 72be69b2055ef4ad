import { describe, expect, it } from '@jest/globals';
import { signAwsSigV4 } from './aws-sig-v4.js';
import { interpolateValue } from './interpolate-text.js';
import { InterpolationContext } from './interpolation-context.js';
import { RequestParts } from './request-parts.js';

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

describe('signAwsSigV4', () => {
  it('signs the request of the AWS test suite "get-vanilla"', () => {
    const headers = signAwsSigV4({
      ...keys,
      method: 'GET',
      url: new URL('https://example.amazonaws.com/'),
      region: 'us-east-1',
      service: 'service',
      now: new Date('2015-08-30T12:36:00Z'),
    });
    expect(headers).toEqual({
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    });
  });

  it("signs the IAM request of AWS's guide, with a query and a further header", () => {
    const { authorization } = signAwsSigV4({
      ...keys,
      method: 'GET',
      url: new URL('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08'),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      region: 'us-east-1',
      service: 'iam',
      now: new Date('2015-08-30T12:36:00Z'),
    });
    expect(authorization).toContain('SignedHeaders=content-type;host;x-amz-date');
    expect(authorization).toContain('5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7');
  });

  it("signs the S3 request of AWS's guide, with the payload's hash", () => {
    const headers = signAwsSigV4({
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      region: 'us-east-1',
      service: 's3',
      now: new Date('2013-05-24T00:00:00Z'),
    });
    expect(headers['x-amz-content-sha256']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(headers['authorization']).toContain('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  it('signs and sends the token of temporary credentials', () => {
    const headers = signAwsSigV4({
      ...keys,
      sessionToken: 'T',
      method: 'POST',
      url: new URL('https://sts.amazonaws.com/'),
      body: 'Action=GetCallerIdentity',
      region: 'us-east-1',
      service: 'sts',
      now: new Date(),
    });
    expect(headers['x-amz-security-token']).toBe('T');
    expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
  });
});

describe('a path that is signed', () => {
  const sign = (service: string, path: string) =>
    signAwsSigV4({
      ...keys,
      method: 'get',
      url: new URL(`https://example.amazonaws.com${path}`),
      region: 'us-east-1',
      service,
      now: new Date('2015-08-30T12:36:00Z'),
    })['authorization'];

  it('may hold encoded and other characters', () => {
    for (const path of ['/a%20b', '/a(1)!', '/%C3%BC?x=%20&x=1&y', '//a/./b'])
      expect(sign('s3', path)).toMatch(/^AWS4-/);
    expect(sign('s3', '/a%20b')).not.toBe(sign('s3', '/a%2520b'));
  });

  it('must be encoded correctly', () => {
    expect(() => sign('s3', '/100%zz')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('${awsSigV4(…)}', () => {
  const request = new RequestParts({ method: 'GET', url: new URL('https://example.amazonaws.com/'), endpoint: '/' });
  const at = () => new Date('2015-08-30T12:36:00Z');

  it('is the whole Authorization value', () => {
    const credentials = { id: keys.accessKeyId, secret: keys.secretAccessKey };
    const context = new InterpolationContext({ request, credentials }, at);
    const value = interpolateValue('${awsSigV4(${id}, ${secret}, us-east-1, service)}', context);
    expect(value).toContain('Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
    const other = interpolateValue('${awsSigV4(${id}, ${secret}, us-east-1, service, other.host)}', context);
    expect(other).toMatch(/^AWS4-HMAC-SHA256 /);
    expect(other).not.toBe(value);
  });

  it('has no value without a request', () => {
    expect(interpolateValue('${awsSigV4(a, b, c, d)}', new InterpolationContext({}, at))).toBeUndefined();
  });
});
