// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import vm from 'node:vm';
import { CachedModule } from './code-cache.mjs';

/**
 * Node (20 and 24) retains the imports of a module until that module is instantiated by itself, which happens only to
 * the first module of a graph. All others and their contexts leak until the process ends: a jest worker would grow by
 * 10 MB per test file. `--no-compilation-cache` (suites.ts) is the other half: compiled code also retains its context.
 */
const linked = new Set();

vm.SourceTextModule = class extends CachedModule {
  constructor(...parameters) {
    super(...parameters);
    linked.add(this);
  }
};

/** Node's internal wrapper of a module; undefined in versions that name it differently, where nothing is released. */
function wrapOf(module) {
  const symbol = Object.getOwnPropertySymbols(module).find(({ description }) => description === 'kWrap');
  return symbol && module[symbol];
}

/** Call it when a test file has ended: all its modules were evaluated, or never will be. */
export function letGoOfModules() {
  for (const module of linked)
    if (module.status === 'evaluated' || module.status === 'errored') wrapOf(module)?.instantiate?.();
  linked.clear();
}
