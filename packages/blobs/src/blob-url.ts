import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { checkBlobKey } from './blob-store.js';

export type ServerSideEncryption = 'AES256' | 'aws:kms' | 'aws:kms:dsse';

export interface FolderLocation {
  kind: 'folder';
  dir: string;
  /** Free bytes below which the folder counts as full. */
  minFree: number;
}

/** Bucket, or a prefix of one, of an S3-compatible store. */
export interface S3Location {
  kind: 's3';
  bucket: string;
  /** Key prefix: empty, or segments ending in a slash. */
  prefix: string;
  /** undefined: from AWS_REGION. */
  region?: string | undefined;
  /** undefined: the AWS endpoint of the region. */
  endpoint?: string | undefined;
  /** Endpoint for browsers, if different. */
  publicEndpoint?: string | undefined;
  /** Whether browsers reach the store; otherwise downloads use the file server. */
  isPublic: boolean;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean;
  /** Whether the store supports conditional writes (If-None-Match), as AWS and most others do. */
  isConditional: boolean;
  sse?: ServerSideEncryption | undefined;
  /** Id or ARN of the KMS key; undefined: the account default. */
  sseKey?: string | undefined;
}

export type BlobLocation = FolderLocation | S3Location;

/** 256 MiB: fits the largest upload (200 MB) and its derived files. */
const MIN_FREE = 256 * 1024 * 1024;
const NO_REGION = 'us-east-1';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const ENCRYPTIONS: readonly string[] = ['AES256', 'aws:kms', 'aws:kms:dsse'] satisfies ServerSideEncryption[];
const isEncryption = (text: string): text is ServerSideEncryption => ENCRYPTIONS.includes(text);
const FOLDER_OPTIONS = ['min_free'];
const S3_OPTIONS = ['region', 'endpoint', 'public_endpoint', 'path_style', 'conditional_writes', 'sse', 'sse_key'];
const FORMS = 'file:///folder or s3://bucket/prefix?region=…';

/**
 * Parses BLOB_URL: `file:///absolute/path?min_free=BYTES`, or
 * `s3://bucket/prefix?region=&endpoint=&public_endpoint=&path_style=1&conditional_writes=0&sse=AES256|aws:kms|aws:kms:dsse&sse_key=`.
 *
 * @throws Error whose message has no subject: `must be …`
 */
export function parseBlobUrl(text: string): BlobLocation {
  if (!URL.canParse(text)) throw new Error(`must be ${FORMS}`);
  const url = new URL(text);
  if (url.protocol === 'file:') return folderOf(url);
  if (url.protocol === 's3:') return bucketOf(url);
  throw new Error(`must be ${FORMS}`);
}

export const blobUrl = z.string().superRefine((text, context) => {
  try {
    parseBlobUrl(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : `must be ${FORMS}` });
  }
});

function folderOf(url: URL): FolderLocation {
  checkOptions(url, FOLDER_OPTIONS);
  if (url.host !== '') throw new Error('must have three slashes after "file:" and an absolute path (file:///folder)');
  const dir = path.resolve(fileURLToPath(new URL(url.pathname, 'file:///')));
  if (dir === path.parse(dir).root) throw new Error('must name a folder after file:///');
  const minFree = url.searchParams.get('min_free');
  if (minFree !== null && !/^\d{1,15}$/.test(minFree)) throw new Error('must have a number of bytes as min_free');
  return { kind: 'folder', dir, minFree: minFree === null ? MIN_FREE : Number(minFree) };
}

function bucketOf(url: URL): S3Location {
  checkOptions(url, S3_OPTIONS);
  const option = (name: string): string | undefined => url.searchParams.get(name) || undefined;
  if (url.username || url.password) {
    throw new Error('must not hold credentials: they come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role');
  }
  if (!BUCKET.test(url.host)) {
    throw new Error('must name a bucket of 3 to 63 lower-case letters, digits, dots and dashes after s3://');
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix) checkPrefix(prefix);
  const [endpoint, publicGiven, sse, sseKey] = ['endpoint', 'public_endpoint', 'sse', 'sse_key'].map(option);
  checkEndpoint('endpoint', endpoint);
  if (publicGiven !== 'none') checkEndpoint('public_endpoint', publicGiven);
  if (sse !== undefined && !isEncryption(sse)) throw new Error(`must have one of ${ENCRYPTIONS.join(', ')} as sse`);
  if (sseKey && !sse?.startsWith('aws:kms')) throw new Error('must have sse=aws:kms together with sse_key');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: option('region') ?? (endpoint ? NO_REGION : undefined),
    endpoint,
    publicEndpoint: publicGiven === 'none' ? undefined : publicGiven,
    // AWS is always public; other stores only when configured
    isPublic: publicGiven === undefined ? endpoint === undefined : publicGiven !== 'none',
    pathStyle: flag('path_style', option('path_style'), false),
    isConditional: flag('conditional_writes', option('conditional_writes'), true),
    sse,
    sseKey,
  };
}

function flag(name: string, given: string | undefined, otherwise: boolean): boolean {
  if (given === undefined) return otherwise;
  if (given !== '0' && given !== '1') throw new Error(`must have 0 or 1 as ${name}`);
  return given === '1';
}

function checkOptions(url: URL, known: readonly string[]): void {
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`must not have ${unknown}: after ? it may have ${known.join(', ')}`);
  }
}

function checkPrefix(prefix: string): void {
  try {
    checkBlobKey(prefix);
  } catch (error) {
    throw new Error('must have plain segments after the bucket (letters, digits, ".", "_", "-")', { cause: error });
  }
}

function checkEndpoint(name: string, given: string | undefined): void {
  if (given === undefined || (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))) return;
  throw new Error(`must have an address that begins with http:// or https:// as ${name}`);
}
