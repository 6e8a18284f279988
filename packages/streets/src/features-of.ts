/** Features of GeoJSON one by one: a large file never is one tree of objects. */
import { StreetsError } from './model.js';

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Depth inside the collection, and inside its list of features. */
const [IN_COLLECTION, IN_FEATURES] = [1, 2];

const damaged = (cause?: unknown): StreetsError =>
  new StreetsError('The GeoJSON is damaged: it is not valid JSON.', { cause });

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw damaged(cause);
  }
}

function afterString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  throw damaged();
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function afterSpaces(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** @throws StreetsError */
export function* featuresOf(bytes: Uint8Array): Generator<unknown> {
  let [depth, start, at] = [0, 0, 0];
  let [isInFeatures, isFound] = [false, false];
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = afterString(bytes, at);
      const colon = afterSpaces(bytes, end);
      const list = afterSpaces(bytes, colon + 1);
      const isKey = depth === IN_COLLECTION && bytes[colon] === COLON && bytes[list] === OPEN_LIST;
      if (isKey && parsed(bytes.subarray(at, end)) === 'features') [isInFeatures, isFound] = [true, true];
      at = end;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (isInFeatures && depth === IN_FEATURES) start = at;
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (isInFeatures && depth === IN_FEATURES) yield parsed(bytes.subarray(start, at + 1));
      if (depth < IN_FEATURES) isInFeatures = false;
    }
    at += 1;
  }
  if (depth !== 0) throw damaged();
  if (!isFound) throw new StreetsError('The GeoJSON must be a collection of features.');
}
