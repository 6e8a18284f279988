import { parseBlobUrl } from './blob-url.js';

it('names a folder', () => {
  expect(parseBlobUrl('file:///var/lib/symbio/blobs')).toEqual({
    kind: 'folder',
    dir: '/var/lib/symbio/blobs',
    minFree: 256 * 1024 * 1024,
  });
  expect(parseBlobUrl('file:///with%20space/?min_free=0')).toMatchObject({ dir: '/with space', minFree: 0 });
});

it('names a bucket of AWS, whose downloads go straight to it', () => {
  expect(parseBlobUrl('s3://symbio-blobs?region=eu-central-1')).toEqual({
    kind: 's3',
    bucket: 'symbio-blobs',
    prefix: '',
    region: 'eu-central-1',
    endpoint: undefined,
    publicEndpoint: undefined,
    isPublic: true,
    pathStyle: false,
    isConditional: true,
    sse: undefined,
    sseKey: undefined,
  });
  expect(parseBlobUrl('s3://symbio-blobs?public_endpoint=none')).toMatchObject({ isPublic: false, region: undefined });
});

it('names a bucket of another store, with all its options', () => {
  expect(
    parseBlobUrl(
      's3://blobs/team/symbio/?endpoint=http://s3:7070&path_style=1&conditional_writes=0' +
        '&public_endpoint=https://s3.example.com&sse=aws:kms&sse_key=arn:aws:kms:eu:1:key/2',
    ),
  ).toEqual({
    kind: 's3',
    bucket: 'blobs',
    prefix: 'team/symbio/',
    region: 'us-east-1',
    endpoint: 'http://s3:7070',
    publicEndpoint: 'https://s3.example.com',
    isPublic: true,
    pathStyle: true,
    isConditional: false,
    sse: 'aws:kms',
    sseKey: 'arn:aws:kms:eu:1:key/2',
  });
  // unknown whether browsers reach it, so downloads use the file server
  expect(parseBlobUrl('s3://blobs?endpoint=http://s3:7070')).toMatchObject({ isPublic: false });
});

it.each([
  ['/var/blobs', 'must be file:///folder or s3://bucket/prefix?region=…'],
  ['https://s3.example.com/blobs', 'must be file:///folder or s3://bucket/prefix?region=…'],
  ['file://blobs', 'must have three slashes after "file:" and an absolute path (file:///folder)'],
  ['file:///', 'must name a folder after file:///'],
  ['file:///blobs?min_free=much', 'must have a number of bytes as min_free'],
  ['file:///blobs?region=eu', 'must not have region: after ? it may have min_free'],
  ['s3:///prefix', 'must name a bucket of 3 to 63 lower-case letters, digits, dots and dashes after s3://'],
  ['s3://Blobs', 'must name a bucket of 3 to 63 lower-case letters, digits, dots and dashes after s3://'],
  [
    's3://key:secret@blobs',
    'must not hold credentials: they come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role',
  ],
  ['s3://blobs/-hidden', 'must have plain segments after the bucket (letters, digits, ".", "_", "-")'],
  ['s3://blobs?endpoint=s3:7070', 'must have an address that begins with http:// or https:// as endpoint'],
  ['s3://blobs?public_endpoint=x', 'must have an address that begins with http:// or https:// as public_endpoint'],
  ['s3://blobs?path_style=yes', 'must have 0 or 1 as path_style'],
  ['s3://blobs?conditional_writes=no', 'must have 0 or 1 as conditional_writes'],
  ['s3://blobs?sse=aes', 'must have one of AES256, aws:kms, aws:kms:dsse as sse'],
  ['s3://blobs?sse=AES256&sse_key=k', 'must have sse=aws:kms together with sse_key'],
  [
    's3://blobs?regoin=eu',
    'must not have regoin: after ? it may have region, endpoint, public_endpoint, path_style, conditional_writes, sse, sse_key',
  ],
])('%s is refused with a sentence', (text, sentence) => {
  expect(() => parseBlobUrl(text)).toThrow(sentence);
});
