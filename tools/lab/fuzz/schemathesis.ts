import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../dev/paths.js';

/** Installed version; raised by hand, since new checks find new things. */
const VERSION = '4.32.5';

const run = promisify(execFile);

/** Installing takes a while on a slow line, milliseconds. */
const INSTALL_LIMIT_MS = 10 * 60_000;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Finds Schemathesis in its own environment below .cache, and installs it with pip when it is missing. */
export async function findSchemathesis(): Promise<{ program: string } | { missing: string }> {
  const folder = path.join(repoRoot, '.cache', `schemathesis-${VERSION}`);
  const program = path.join(folder, 'bin', 'schemathesis');
  const finished = path.join(folder, 'installed');
  if (fs.existsSync(finished)) return { program };
  try {
    await run('python3', ['--version']);
  } catch {
    return { missing: 'Python 3 is not installed, which Schemathesis needs' };
  }
  try {
    console.log(`Installing Schemathesis ${VERSION} (only this once) ...`);
    await run('python3', ['-m', 'venv', '--clear', folder]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`];
    await run(path.join(folder, 'bin', 'python'), pip, { timeout: INSTALL_LIMIT_MS });
  } catch (error) {
    return { missing: `Schemathesis could not be installed with pip (${firstLine(error)})` };
  }
  fs.writeFileSync(finished, '');
  return { program };
}
