// Loaded by `node --import`: shifts the wall clock by the offset in the file of DRILL_CLOCK_FILE.
import { CLOCK_SETTING, readOffset, shiftedDate } from './clock.js';

/** Milliseconds until a process notices a clock change. */
const LOOK_MS = 100;

const file = process.env[CLOCK_SETTING];
if (file !== undefined) {
  let offset = readOffset(file);
  setInterval(() => (offset = readOffset(file)), LOOK_MS).unref();
  globalThis.Date = shiftedDate(Date, () => offset);
}
