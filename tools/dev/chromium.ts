import fs from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error.js';

/** Program names by system. The headless shell renders identically with two fifths less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** macOS locations; as in tools/dev/bootstrap-build.mjs. */
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for end-to-end tests and screenshots: CHROMIUM_PATH, or Chromium on the PATH. @throws StartError */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH'];
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  const places = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...APPLICATIONS];
  const found = places.find((file) => fs.existsSync(file));
  if (found) return found;
  throw new StartError(
    'Chromium is not here: install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  );
}
