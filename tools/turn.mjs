// Plain JavaScript: it runs before anything is installed.
import { randomUUID } from 'node:crypto';
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
 * Whoever has its turn has a file in the folder, under a name that nobody else uses. So nobody removes another one's file by mistake:
 * neither where two find that of a killed one at once, nor where one that was stopped for a while goes on after its turn was taken.
 *
 * @param {string} folder has a file in it for as long as somebody has its turn
 * @param {() => void} onWait called once when somebody else has it
 * @param {number} [pollMs] pause between two looks
 * @returns {Promise<() => void>} ends the turn; the end of the process does, too
 */
export async function ownTurn(folder, onWait, pollMs = 500) {
  const name = randomUUID();
  for (let waits = false; !taken(folder, name); waits = true) {
    if (!waits) onWait();
    await sleep(pollMs);
  }
  const file = path.join(folder, name);
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

/** Takes the turn if nobody has it. Of two that try at once one succeeds: a folder can be renamed only to one that is missing or empty. */
function taken(folder, name) {
  removeKilled(folder);
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

function removeKilled(folder) {
  for (const name of filesIn(folder)) {
    const file = path.join(folder, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > DEAD_MS) fs.rmSync(file, { force: true });
  }
}

function filesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

function touch(file) {
  const now = new Date();
  // somebody may have taken the turn meanwhile, or removed the folder of what can be made again
  if (fs.existsSync(file)) fs.utimesSync(file, now, now);
}
