import type { S3Location } from './blob-url.js';
import { storeFull, storeUnavailable } from './store-faults.js';

/** Fields that identify an error's origin: SDK and system errors differ in class. */
interface Told {
  name: string;
  code: string;
  status: number | undefined;
  message: string;
}

function toldBy(error: unknown): Told {
  const given = (typeof error === 'object' && error !== null ? error : {}) as {
    name?: unknown;
    code?: unknown;
    message?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const message = text(given.message);
  return {
    name: text(given.name),
    // the SDK wraps errors of another realm and keeps their code only in the message
    code: text(given.code) || (NETWORK.find((each) => message.includes(` ${each} `)) ?? ''),
    status: given.$metadata?.httpStatusCode,
    message,
  };
}

const NOT_FOUND = ['NoSuchKey', 'NotFound'];
const CREDENTIALS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'InvalidClientTokenId',
  'InvalidIdentityToken',
  'TokenRefreshRequired',
];
const OTHER_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'TemporaryRedirect',
];
/** Error names of various stores for a full store. */
const FULL = [
  'QuotaExceeded',
  'InsufficientStorage',
  'InsufficientCapacity',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'ServiceQuotaExceededException',
  'NoSpaceLeft',
];
const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'TimeoutError',
  'AbortError',
];
/** OpenSSL codes for an untrusted certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS/;

/** Whether the object is missing; false for a missing bucket. */
export function isMissing(error: unknown): boolean {
  const { name, status } = toldBy(error);
  return NOT_FOUND.includes(name) || (status === 404 && name !== 'NoSuchBucket' && name !== 'NoSuchUpload');
}

/** Whether the bucket is missing; a HEAD response has only a status. */
export function isMissingBucket(error: unknown): boolean {
  const { name, status } = toldBy(error);
  return name === 'NoSuchBucket' || (name === 'NotFound' && status === 404);
}

/** Whether a conditional write failed because the object exists or is being written. */
export function isTaken(error: unknown): boolean {
  const { name, status } = toldBy(error);
  return name === 'PreconditionFailed' || name === 'ConditionalRequestConflict' || status === 412 || status === 409;
}

/** Whether the multipart upload is unknown: already completed or aborted. */
export const isUnknownUpload = (error: unknown): boolean => toldBy(error).name === 'NoSuchUpload';

/** Whether the store does not implement the operation. */
export function isNotImplemented(error: unknown): boolean {
  const { name, status } = toldBy(error);
  return name === 'NotImplemented' || status === 501;
}

/** Whether a range starts beyond the end. */
export function isBehindEnd(error: unknown): boolean {
  const { name, status } = toldBy(error);
  return name === 'InvalidRange' || status === 416;
}

/** Maps a store failure to an AppError; other errors pass unchanged. */
export function asFault(error: unknown): unknown {
  const { name, code, status } = toldBy(error);
  if (FULL.includes(name) || status === 507) return storeFull(error);
  const isStores =
    status !== undefined ||
    NETWORK.includes(code) ||
    NETWORK.includes(name) ||
    CERTIFICATE.test(code) ||
    name === 'CredentialsProviderError' ||
    CREDENTIALS.includes(name);
  return isStores ? storeUnavailable(error) : error;
}

/** One plain sentence for operators on why the store is unusable. */
export function sentenceOf(error: unknown, { bucket, endpoint, region }: S3Location): string {
  const { name, code, status, message } = toldBy(error);
  const store = endpoint ? `The S3 store at ${endpoint}` : 'S3';
  if (isMissingBucket(error)) return `The bucket ${bucket} does not exist at ${endpoint ?? 'AWS'}.`;
  if (CREDENTIALS.includes(name)) return `${store} does not accept the credentials (${name}).`;
  if (name === 'RequestTimeTooSkewed') return `The clock of this machine differs too much from that of the S3 store.`;
  if (OTHER_REGION.includes(name) || status === 301)
    return `The bucket ${bucket} is not in the region ${region ?? 'of AWS_REGION'} (${name}).`;
  if (name === 'CredentialsProviderError')
    return `There are no credentials for the bucket ${bucket}: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and there is no role.`;
  if (message.startsWith('Region is missing'))
    return `BLOB_URL says no region for the bucket ${bucket}, and AWS_REGION is not set.`;
  if (status === 403 || status === 401)
    return `The credentials do not allow the use of the bucket ${bucket} (${name || status}).`;
  if (CERTIFICATE.test(code))
    return `The certificate of the S3 store at ${endpoint ?? 'AWS'} is not trusted (${code}).`;
  const network = [code, name].find((each) => NETWORK.includes(each));
  if (network) return `${store} cannot be reached (${network}).`;
  if (FULL.includes(name) || status === 507) return `${store} has no room left (${name}).`;
  return `${store} does not answer as it should (${[name, status, message].filter(Boolean).join(', ')}).`;
}
