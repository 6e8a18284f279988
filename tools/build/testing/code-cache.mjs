// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import vm from 'node:vm';

/**
 * Jest makes V8 compile the same texts for each test file. This keeps V8's cached data, which retains nothing of a test
 * file, unlike V8's own cache (`module-links.mjs`).
 */
const kept = new Map();

/** V8 of Node 20 loses the referrer of cached code, and with it the loader for dynamic imports. */
const LOADS_MODULES = /\bimport\s*\(/;

function compiledOf(file, text) {
  const known = kept.get(file);
  return known?.text === text ? known : undefined;
}

/** @param compile compiles the text and returns V8's cached data */
function keep(file, text, compile) {
  if (file) kept.set(file, { text, cachedData: LOADS_MODULES.test(text) ? undefined : compile() });
}

const { SourceTextModule, compileFunction } = vm;

/** ES modules; falls back to {@link vm.SourceTextModule}. */
export class CachedModule extends SourceTextModule {
  constructor(text, options = {}) {
    const known = compiledOf(options.identifier, text);
    super(text, known?.cachedData ? { ...options, cachedData: known.cachedData } : options);
    // V8 returns no cached data once the module has run
    if (!known) keep(options.identifier, text, () => this.createCachedData());
  }
}

/** CommonJS modules, including jest's own. */
vm.compileFunction = (text, parameters, options = {}) => {
  const known = compiledOf(options.filename, text);
  if (known?.cachedData) return compileFunction(text, parameters, { ...options, cachedData: known.cachedData });
  const compiled = compileFunction(text, parameters, { ...options, produceCachedData: !known });
  if (!known) keep(options.filename, text, () => compiled.cachedData);
  return compiled;
};
