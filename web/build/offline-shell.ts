import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What opens the site visits of a project without a network; the rest of the application needs one. */
const ENTRIES = [
  'index.html',
  'src/app/frame.ts',
  'src/features/visits/site-reconnaissance-page.tsx',
  'src/features/visits/photos/photos-menu.tsx',
  'src/features/changes/changes-menu.tsx',
  'src/features/visits/offline/outbox-bar.tsx',
];
/** Other fonts of the stylesheet are for languages that the application does not show. */
const FONT = /-latin-wght-normal-[^/]*\.woff2$/;

const SOURCE = path.join(import.meta.dirname, 'service-worker.mjs');

/** Files of the entries with everything they import statically. @throws Error if an entry is missing */
export function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (file: string): void => {
    const made = bundle[file];
    if (files.has(file) || made?.type !== 'chunk') return;
    files.add(file);
    for (const each of made.viteMetadata?.importedCss ?? []) files.add(each);
    for (const each of made.imports) add(each);
  };
  for (const entry of ENTRIES) {
    const chunk = Object.values(bundle).find(
      (made) => made.type === 'chunk' && made.facadeModuleId?.split('?')[0]?.endsWith(`/${entry}`),
    );
    if (!chunk) throw new Error(`No chunk of ${entry} for the service worker`);
    add(chunk.fileName);
  }
  for (const file of Object.keys(bundle)) if (FONT.test(file)) files.add(file);
  return [...files].sort();
}

/** Adds `/service-worker.js`. */
export function offlineShell(): Plugin {
  return {
    name: 'symbio-offline-shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = [...shellFiles(bundle).map((file) => `/${file}`), '/favicon.svg'];
        const source = await readFile(SOURCE, 'utf8');
        const release = createHash('sha256').update(JSON.stringify(files)).update(source).digest('hex').slice(0, 16);
        const head = `const RELEASE = ${JSON.stringify(release)};\nconst FILES = ${JSON.stringify(files)};\n`;
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: head + source });
      },
    },
  };
}
