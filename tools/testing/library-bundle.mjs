// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { constantsOf } from './transform.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const ownFiles = ['package-lock.json', 'tools/testing/library-bundle.mjs', 'tools/testing/transform.mjs'];

/** A name of a library as a file's. */
const fileOf = (name) => name.replaceAll('@', '').replaceAll('/', '-');

/** Modules of CommonJS keep what some libraries ask for: their folder, with files beside them, and a `require` of their own. */
const commonJs = {
  name: 'common-js',
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.c?js$/ }, ({ path: file }) => {
      const text = fs.readFileSync(file, 'utf8');
      const folder = /\b__dirname\b/.test(text) ? `var __dirname = ${JSON.stringify(path.dirname(file))};` : '';
      // React takes its timers from Node this way where there is one
      const own = /\bmodule\[requireString\]/.test(text) ? 'module.require = require;' : '';
      // 17 MB that BSON takes where it is loaded, and again where it first writes: most test files only load it
      const late = text.replace('let buffer = ByteUtils.allocate(MAXSIZE);', 'let buffer = ByteUtils.allocate(0);');
      return folder || own || late !== text ? { contents: folder + own + late } : undefined;
    });
  },
};

/** Groups by their file, compiled once by each worker of jest. */
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
 * Libraries that tests load as one file, or one for several that share modules. Every test file loads its libraries anew, and
 * jest finds, reads, compiles and links each of their modules by itself: mongoose alone has 400, Fluent UI 1,500. Here, too, every
 * test file gets modules of its own; what was compiled for the file before serves again.
 */
export class LibraryBundle {
  #folder;
  #groups;
  #from;
  #options;

  /**
   * @param folder below .cache
   * @param groups names of libraries by the name of their group: a library is the same one for all only in one group
   * @param from package whose libraries they are
   * @param options of esbuild
   */
  constructor(folder, groups, from, options) {
    this.#folder = path.join(root, '.cache', folder);
    this.#groups = groups;
    this.#from = path.join(root, from);
    this.#options = options;
  }

  /** For moduleNameMapper: the libraries, and what stands for each. */
  get names() {
    const names = Object.values(this.#groups).flat();
    return Object.fromEntries(names.map((name) => [`^${name}$`, path.join(this.#folder, `${fileOf(name)}.cjs`)]));
  }

  /** Lets the tests of an environment load the groups. */
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

  /**
   * Writes the files, once per lock file.
   *
   * @param entries source of what stands for a library, where that is not all of it
   */
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

  /** One file with the libraries of a group, and for each library a file that hands it out. */
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

  /** Finds a library, or what stands for it. */
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
