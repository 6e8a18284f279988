// Plain JavaScript: it runs before anything is installed.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Heartbeat interval of the lock holder, and the age of a heartbeat after which the holder counts as dead, in
 * milliseconds.
 */
const HEARTBEAT_MS = 2_000;
const STALE_MS = 15_000;

/**
 * Waits for the lock and takes it: concurrent installs and compilations would damage each other's output.
 *
 * The holder has a file with a unique name in the folder, so no process removes another one's file: even if two find a
 * stale file at once, or a suspended holder resumes.
 *
 * @param {string} folder contains a file while the lock is held
 * @param {() => void} onWait called once when another process holds it
 * @param {number} [pollMs] pause between attempts
 * @returns {Promise<() => void>} releases the lock; the end of the process does as well
 */
export async function acquireLock(folder, onWait, pollMs = 500) {
  const name = randomUUID();
  for (let waits = false; !tryAcquire(folder, name); waits = true) {
    if (!waits) onWait();
    await sleep(pollMs);
  }
  const file = path.join(folder, name);
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  const end = () => {
    clearInterval(heartbeat);
    process.off('exit', end);
    fs.rmSync(file, { force: true });
  };
  process.once('exit', end);
  return end;
}

/** Takes the lock if it is free. */
function tryAcquire(folder, name) {
  removeStale(folder);
  if (filesIn(folder).length > 0) return false;
  const draft = `${folder}-${name}`;
  fs.mkdirSync(draft, { recursive: true });
  fs.writeFileSync(path.join(draft, name), `${process.pid}\n`);
  try {
    fs.renameSync(draft, folder);
    return true;
  } catch (error) {
    fs.rmSync(draft, { recursive: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(error.code)) return false;
    throw error;
  }
}

function removeStale(folder) {
  for (const name of filesIn(folder)) {
    const file = path.join(folder, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > STALE_MS) fs.rmSync(file, { force: true });
  }
}

function filesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

function touch(file) {
  const now = new Date();
  // another process may have taken the lock, or the cache may have been deleted
  if (fs.existsSync(file)) fs.utimesSync(file, now, now);
}
