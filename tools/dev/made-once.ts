import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a file or folder once: in a draft folder beside it, renamed when complete. The result of a faster process is
 * used.
 */
export async function madeOnce(target: string, make: (draft: string) => Promise<string>): Promise<string> {
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const draft = fs.mkdtempSync(`${target}-`);
  try {
    fs.renameSync(await make(draft), target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}
