// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { constantsOf } from './transform.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const ownFiles = ['package-lock.json', 'tools/build/testing/library-bundle.mjs', 'tools/build/testing/transform.mjs'];

const fileOf = (name) => name.replaceAll('@', '').replaceAll('/', '-');

/** Gives bundled CommonJS modules the folder and `require` that some libraries use. */
const commonJs = {
  name: 'common-js',
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.c?js$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      const folder = /\b__dirname\b/.test(text) ? `var __dirname = ${JSON.stringify(path.dirname(file))};` : '';
      // React looks for Node's timers through this require
      const own = /\bmodule\[requireString\]/.test(text) ? 'module.require = require;' : '';
      // BSON allocates 17 MB when it is loaded; allocate it on the first write, since most test files only load BSON
      const late = text.replace('let buffer = ByteUtils.allocate(MAXSIZE);', 'let buffer = ByteUtils.allocate(0);');
      return folder || own || late !== text ? { contents: folder + own + late } : undefined;
    });
  },
};

/** Groups by file, compiled once per worker. */
const scripts = new Map();

function compiled(file) {
  let script = scripts.get(file);
  if (!script) {
    script = new Script(fs.readFileSync(file, 'utf8'), { filename: file });
    scripts.set(file, script);
  }
  return script;
}

/**
 * Bundles large libraries for tests, several in one file where they share modules. Jest loads every module for every
 * test file: mongoose has 400, Fluent UI 1,500.
 */
export class LibraryBundle {
  #folder;
  #groups;
  #from;
  #options;

  /**
   * @param folder below .cache
   * @param groups names of libraries by group; only within a group do libraries share one instance of a dependency
   * @param from package whose dependencies they are
   */
  constructor(folder, groups, from, options) {
    this.#folder = path.join(root, '.cache', folder);
    this.#groups = groups;
    this.#from = path.join(root, from);
    this.#options = options;
  }

  get names() {
    const names = Object.values(this.#groups).flat();
    return Object.fromEntries(names.map((name) => [`^${name}$`, path.join(this.#folder, `${fileOf(name)}.cjs`)]));
  }

  provide(environment) {
    const context = environment.getVmContext();
    const loaded = new Map();
    environment.global.libraryGroup = (group, require) => {
      let module = loaded.get(group);
      if (!module) {
        module = { exports: {} };
        loaded.set(group, module);
        const run = compiled(path.join(this.#folder, `${group}.js`)).runInContext(context);
        run(module.exports, require, module);
      }
      return module.exports;
    };
  }

  /** Writes the files, once per lock file. */
  async make(entries = {}) {
    const hash = createHash('sha256').update(JSON.stringify([this.#groups, this.#options, entries]));
    for (const file of ownFiles) hash.update(fs.readFileSync(path.join(root, file)));
    const key = hash.digest('hex');
    const stamp = path.join(this.#folder, 'key');
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === key) return;
    fs.mkdirSync(path.dirname(this.#folder), { recursive: true });
    const draft = fs.mkdtempSync(`${this.#folder}-`);
    await Promise.all(Object.entries(this.#groups).map((group) => this.#write(draft, group, entries)));
    fs.writeFileSync(path.join(draft, 'key'), key);
    fs.rmSync(this.#folder, { recursive: true, force: true });
    try {
      fs.renameSync(draft, this.#folder);
    } catch (error) {
      // another run was faster, and its copy is as good
      if (!fs.existsSync(stamp)) throw error;
      fs.rmSync(draft, { recursive: true, force: true });
    }
  }

  async #write(folder, [group, names], entries) {
    const quoted = (name) => JSON.stringify(name);
    const { outputFiles } = await build({
      stdin: {
        contents: names
          .map((name) => `exports[${quoted(name)}] = () => require(${quoted(`entry:${name}`)});`)
          .join('\n'),
        resolveDir: this.#from,
      },
      bundle: true,
      format: 'cjs',
      logLevel: 'error',
      write: false,
      ...this.#options,
      plugins: [this.#entries(entries), commonJs],
    });
    const code = outputFiles[0].text;
    const script = `(function (exports, require, module) {${constantsOf(code)}{${code}\n}})`;
    fs.writeFileSync(path.join(folder, `${group}.js`), script);
    for (const name of names) {
      const text = `module.exports = libraryGroup(${quoted(group)}, require)[${quoted(name)}]();\n`;
      fs.writeFileSync(path.join(folder, `${fileOf(name)}.cjs`), text);
    }
  }

  #entries(entries) {
    return {
      name: 'entries',
      setup: (esbuild) => {
        esbuild.onResolve({ filter: /^entry:/ }, ({ path: name, kind }) => {
          const library = name.slice('entry:'.length);
          if (Object.hasOwn(entries, library)) return { path: library, namespace: 'entry', sideEffects: false };
          return esbuild.resolve(library, { kind, resolveDir: this.#from });
        });
        esbuild.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path: library }) => ({
          contents: entries[library],
          resolveDir: this.#from,
        }));
      },
    };
  }
}
