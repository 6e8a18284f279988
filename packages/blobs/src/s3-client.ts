import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Location } from './blob-url.js';

/** Connect timeout in milliseconds. */
const CONNECT_MS = 3_000;
/** Milliseconds to the first byte of a response, after which the SDK retries; includes sending a part of 5 MiB. */
const ANSWER_MS = 60_000;
/** Idle timeout in milliseconds; a browser may pause for long while reading. */
const SILENT_MS = 300_000;
/** Connections per process: a few users' screens of tiles at once. */
const CONNECTIONS = 256;

/** Overrides the credentials of AWS's environment. */
export type S3Credentials = NonNullable<S3ClientConfig['credentials']>;

/** Creates a client; credentials default to AWS's standard environment. */
export function s3Client({ region, endpoint, pathStyle }: S3Location, credentials?: S3Credentials): S3Client {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  return new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Client that only signs URLs for browsers. */
export const signingClient = (location: S3Location, credentials?: S3Credentials): S3Client =>
  s3Client({ ...location, endpoint: location.publicEndpoint ?? location.endpoint }, credentials);
