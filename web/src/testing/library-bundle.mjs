// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');
/** Where jest.config.mjs looks for the bundle. */
const target = path.join(root, '.cache/web-libraries');

/** Names of the icons that the SPA uses: the library has tens of thousands. */
function iconNames() {
  const names = new Set();
  for (const file of fs.readdirSync(path.join(root, 'web/src'), { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = fs.readFileSync(path.join(root, 'web/src', file), 'utf8');
    for (const [, list] of text.matchAll(/import \{([^}]*)\} from '@fluentui\/react-icons'/g)) {
      for (const name of list.split(',')) if (name.trim() && !name.trim().startsWith('type ')) names.add(name.trim());
    }
  }
  return [...names].sort();
}

/**
 * Puts Fluent UI into a few files, unless they are there already. Every test file loads its libraries anew, and Fluent
 * alone is some 1,500 modules, which take longer to find and link than the tests themselves.
 */
export default async function bundleLibraries() {
  const icons = `export { ${iconNames().join(', ')} } from '@fluentui/react-icons';`;
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const own = fs.readFileSync(import.meta.filename);
  const key = createHash('sha256').update(lock).update(own).update(icons).digest('hex');
  const stamp = path.join(target, 'key');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === key) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const draft = fs.mkdtempSync(`${target}-`);
  const entries = { 'react-components': "export * from '@fluentui/react-components';", 'react-icons': icons };
  await build({
    configFile: false,
    root: path.join(root, 'web'),
    logLevel: 'error',
    plugins: [
      {
        name: 'entries',
        resolveId: (id) => (Object.hasOwn(entries, id) ? `\0${id}` : undefined),
        load: (id) => entries[id.slice(1)],
      },
    ],
    build: {
      outDir: draft,
      copyPublicDir: false,
      target: 'es2023',
      minify: false,
      lib: { entry: Object.keys(entries), formats: ['es'], fileName: (_format, name) => `${name}.mjs` },
      rolldownOptions: {
        // one copy of React for all
        external: /^(react|react-dom|scheduler|use-sync-external-store)(\/|$)/,
        input: Object.fromEntries(Object.keys(entries).map((name) => [name, name])),
        output: { chunkFileNames: '[name].mjs' },
      },
    },
  });
  fs.writeFileSync(path.join(draft, 'key'), key);
  fs.rmSync(target, { recursive: true, force: true });
  try {
    fs.renameSync(draft, target);
  } catch (error) {
    // another run was faster, and its copy is as good
    if (!fs.existsSync(stamp)) throw error;
    fs.rmSync(draft, { recursive: true, force: true });
  }
}
