// Plain JavaScript: it runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two signs of life of whoever has its turn, and after which none means that it was killed. */
const SIGN_MS = 2_000;
const DEAD_MS = 15_000;

/**
 * Waits until nobody else has its turn, and takes it: two commands that install and compile the same files at once would leave
 * half of each.
 *
 * @param {string} file exists for as long as somebody has its turn
 * @param {() => void} onWait called once when somebody else has it
 * @param {number} [pollMs] pause between two looks
 * @returns {Promise<() => void>} ends the turn; the end of the process does, too
 */
export async function ownTurn(file, onWait, pollMs = 500) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let waits = false; !taken(file); waits = true) {
    if (!waits) onWait();
    await sleep(pollMs);
  }
  const signs = setInterval(() => touch(file), SIGN_MS);
  signs.unref();
  const end = () => {
    clearInterval(signs);
    process.off('exit', end);
    fs.rmSync(file, { force: true });
  };
  process.once('exit', end);
  return end;
}

function taken(file) {
  try {
    fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (found && Date.now() - found.mtimeMs > DEAD_MS) fs.rmSync(file, { force: true });
  return false;
}

function touch(file) {
  const now = new Date();
  // somebody may have removed the folder of what can be made again
  if (fs.existsSync(file)) fs.utimesSync(file, now, now);
}
