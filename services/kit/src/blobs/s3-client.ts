import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Location } from './blob-url.js';

/** Milliseconds to get a connection. */
const CONNECT_MS = 3_000;
/** Milliseconds to an answer's first byte, after which the SDK asks again: a part of 5 MiB is sent meanwhile. */
const ANSWER_MS = 60_000;
/** Milliseconds in which nothing passes a connection; a browser that reads a file may pause for long. */
const SILENT_MS = 300_000;
/** Connections of a process to the store: screens of tiles for some people at once. */
const CONNECTIONS = 256;

/** Credentials in place of those of AWS's environment. */
export type S3Credentials = NonNullable<S3ClientConfig['credentials']>;

/** A client of the store; credentials come from AWS's standard environment unless given. */
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

/** A client that only signs addresses, which browsers use. */
export const signingClient = (location: S3Location, credentials?: S3Credentials): S3Client =>
  s3Client({ ...location, endpoint: location.publicEndpoint ?? location.endpoint }, credentials);
