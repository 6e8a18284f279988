import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

/**
 * Names of the language that modules get as constants of their own. Jest answers every look at a global through a proxy,
 * which takes microseconds: work on pixels is five to ten times slower with `Math` as a global. None of these is ever
 * replaced by a test, as `Date` and timers are.
 */
const NAMES = [
  'Array',
  'Float32Array',
  'Float64Array',
  'Infinity',
  'Int32Array',
  'Math',
  'Number',
  'Object',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
];

const OWN_SOURCE = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .digest('hex');

/** A line that makes constants of the names in use. */
export function constantsOf(code) {
  const used = NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return used.length === 0 ? '' : `const {${used.join()}}=globalThis;`;
}

/** On the first line, so that source maps hold. */
const withConstants = (result) => ({ ...result, code: constantsOf(result.code) + result.code });

/** @swc/jest, and {@link NAMES} as constants of each module. */
export default {
  createTransformer(options) {
    const { process, processAsync, getCacheKey, canInstrument } = swc.createTransformer(options);
    return {
      canInstrument,
      process: (...parameters) => withConstants(process(...parameters)),
      processAsync: async (...parameters) => withConstants(await processAsync(...parameters)),
      getCacheKey: (...parameters) => getCacheKey(...parameters) + OWN_SOURCE,
    };
  },
};
