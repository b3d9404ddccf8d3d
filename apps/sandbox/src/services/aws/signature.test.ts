import { expect, test } from 'vitest';
import { AwsError, verifySignature } from './signature.ts';

// AWS documentation, "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)", example GET Object.
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const example = {
  method: 'GET', path: '/test.txt', query: new URLSearchParams(),
  headers: {
    host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9', 'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization: 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
};
const now = new Date('2013-05-24T00:05:00Z');
const holderOf = (id: string) => (id === 'AKIAIOSFODNN7EXAMPLE' ? { secretAccessKey } : undefined);
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as AwsError).code;
  }
};

test('accepts the signature of the documentation', () => {
  expect(verifySignature(example, now, holderOf).holder.secretAccessKey).toBe(secretAccessKey);
});

test('accepts the presigned address of the documentation', () => {
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256', 'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request', 'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400', 'X-Amz-SignedHeaders': 'host', 'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  });
  const request = { method: 'GET', path: '/test.txt', query, headers: { host: 'examplebucket.s3.amazonaws.com' } };
  expect(codeOf(() => verifySignature(request, now, holderOf))).toBeUndefined();
  expect(codeOf(() => verifySignature(request, new Date('2013-05-25T00:00:01Z'), holderOf))).toBe('AccessDenied');
});

test.each([
  ['another path', { ...example, path: '/other.txt' }, 'SignatureDoesNotMatch'],
  ['a changed header', { ...example, headers: { ...example.headers, range: 'bytes=0-10' } }, 'SignatureDoesNotMatch'],
  ['an unknown key', { ...example, headers: { ...example.headers, authorization: example.headers.authorization.replace('AKIAIOSF', 'AKIAXXXX') } }, 'InvalidAccessKeyId'],
  ['no signature', { ...example, headers: { ...example.headers, authorization: '' } }, 'AccessDenied'],
])('refuses %s', (_title, request, code) => {
  expect(codeOf(() => verifySignature(request, now, holderOf))).toBe(code);
});

test('refuses a request that was signed too long ago', () => {
  expect(codeOf(() => verifySignature(example, new Date('2013-05-24T00:20:00Z'), holderOf))).toBe('RequestTimeTooSkewed');
});
