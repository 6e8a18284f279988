import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swc from '@swc/jest';

/**
 * Globals that modules get as constants. Jest resolves globals through a proxy, which takes microseconds: pixel loops
 * are five to ten times slower with a global `Math`. No test replaces any of these (unlike `Date` and timers).
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

/** Line that declares constants for the names in use. */
export function constantsOf(code) {
  const used = NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return used.length === 0 ? '' : `const {${used.join()}}=globalThis;`;
}

/** On the first line, so source maps stay valid. */
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
