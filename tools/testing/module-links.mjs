// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import vm from 'node:vm';
import { CachedModule } from './code-cache.mjs';

/**
 * Node (20 and 24) keeps what a module imports for as long as that module was not instantiated by itself, which happens to the first
 * module of a graph only: all others, and with them all that their context holds, stay until the process ends. A worker of jest would
 * have 10 MB more after each file of tests, and look through all of it again and again for garbage.
 * `--no-compilation-cache` (suites.ts) is the other half: what V8 compiled of a module keeps its context as well.
 */
const linked = new Set();

vm.SourceTextModule = class extends CachedModule {
  constructor(...parameters) {
    super(...parameters);
    linked.add(this);
  }
};

/** What Node itself knows of a module; undefined in a version that calls it something else: then nothing is let go of. */
function wrapOf(module) {
  const symbol = Object.getOwnPropertySymbols(module).find(({ description }) => description === 'kWrap');
  return symbol && module[symbol];
}

/** To be called when a file of tests is over: its modules were all evaluated, or never will be. */
export function letGoOfModules() {
  for (const module of linked)
    if (module.status === 'evaluated' || module.status === 'errored') wrapOf(module)?.instantiate?.();
  linked.clear();
}
