import { json, type Request, type RequestHandler } from 'express';
import { beforeAdmission } from './admission.js';

const MB = 1_024 * 1_024;
/** Maximum bytes of a JSON body: a mention's narrative, with a margin. */
const MAX_JSON = MB;
/** Maximum bytes of a batch: the message limit of services (packages/rpc/src/server.ts). */
const MAX_BATCH_JSON = 8 * MB;
/** Concurrent large bodies per caller, as they are buffered in memory. */
const LARGE_AT_ONCE = 10;

const isDeclaredSmall = ({ headers }: Request): boolean =>
  headers['content-encoding'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) <= MAX_JSON;

/** Parses JSON bodies up to 1 MB before admission. */
export const usualBodies = (): RequestHandler => beforeAdmission(json({ limit: MAX_JSON }));

/** Parses JSON bodies up to 8 MB, few large ones at once per caller. */
export function batchBodies(): RequestHandler {
  const usual = usualBodies();
  const large = beforeAdmission(json({ limit: MAX_BATCH_JSON }), LARGE_AT_ONCE);
  return (request, response, next) => (isDeclaredSmall(request) ? usual : large)(request, response, next);
}
