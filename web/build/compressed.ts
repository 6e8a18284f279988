import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Pictures and fonts already are compressed. */
const COMPRESSIBLE = /\.(?:html|css|m?js|json|svg|wasm|txt|webmanifest)$/;
/** Bytes, below which headers outweigh the gain. */
const SMALLEST = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const made = [
    [`${file}.br`, await brotli(bytes, { params })],
    [`${file}.gz`, await zip(bytes, { level: constants.Z_BEST_COMPRESSION })],
  ] as const;
  for (const [name, smaller] of made) if (smaller.length < bytes.length) await writeFile(name, smaller);
}

/** Precompresses the build for its servers: nginx in a cluster, the gateway locally. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'symbio-compressed',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    // last: includes the files of public/
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(path.join(folder, file))),
        );
      },
    },
  };
}
