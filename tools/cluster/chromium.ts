import path from 'node:path';
import { repoRoot } from '../dev/paths.js';
import { run } from './run.js';

/** The journey of e2e/src/journey.e2e.ts to run: sign in, upload a sheet, see it, annotate it. */
const JOURNEY = 'the main job with a generated fire insurance sheet';

/** Runs it in Chromium. @throws CommandError with jest's output */
export async function journeyInChromium(url: string): Promise<void> {
  const jest = path.join(repoRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  const file = path.join('e2e', 'src', 'journey.e2e.ts');
  const args = [
    '--selectProjects',
    'e2e',
    '--runInBand',
    '--ci',
    '--runTestsByPath',
    file,
    '--testNamePattern',
    JOURNEY,
  ];
  await run(process.execPath, [jest, ...args], {
    cwd: repoRoot,
    env: { NODE_OPTIONS: '--experimental-vm-modules', E2E_URL: url },
  });
}
