// Loaded by `node --import` before a program of ours: its wall clock is off by what the file of DRILL_CLOCK_FILE says. A preload
// and not libfaketime, which would have to be installed, and which sets the clock that timers count by as well.
import { CLOCK_SETTING, readOffset, shiftedDate } from './clock.js';

/** Milliseconds after which a process has noticed that its clock was set. */
const LOOK_MS = 100;

const file = process.env[CLOCK_SETTING];
if (file !== undefined) {
  let offset = readOffset(file);
  setInterval(() => (offset = readOffset(file)), LOOK_MS).unref();
  globalThis.Date = shiftedDate(Date, () => offset);
}
