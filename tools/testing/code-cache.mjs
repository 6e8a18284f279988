// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import vm from 'node:vm';

/**
 * Every file of tests gets modules of its own, so that jest has V8 compile the same texts again and again. What was compiled of one is kept
 * here, as V8 hands it out for that: it belongs to no context, so nothing of a file of tests stays with it, unlike with V8's own cache
 * (`module-links.mjs`).
 */
const kept = new Map();

/** V8 of Node 20 forgets of code that it is handed who asked for it, and so whom to ask for modules that it loads while it runs. */
const LOADS_MODULES = /\bimport\s*\(/;

/** What was compiled of a text, if it is still what the file of that name says. */
function compiledOf(file, text) {
  const known = kept.get(file);
  return known?.text === text ? known : undefined;
}

/** @param compile compiles the text, and hands out what V8 made of it */
function keep(file, text, compile) {
  if (file) kept.set(file, { text, cachedData: LOADS_MODULES.test(text) ? undefined : compile() });
}

const { SourceTextModule, compileFunction } = vm;

/** Modules of the language; {@link vm.SourceTextModule} otherwise. */
export class CachedModule extends SourceTextModule {
  constructor(text, options = {}) {
    const known = compiledOf(options.identifier, text);
    super(text, known?.cachedData ? { ...options, cachedData: known.cachedData } : options);
    // once it runs V8 hands out nothing any more
    if (!known) keep(options.identifier, text, () => this.createCachedData());
  }
}

/** Modules of CommonJS, jest's own among them. */
vm.compileFunction = (text, parameters, options = {}) => {
  const known = compiledOf(options.filename, text);
  if (known?.cachedData) return compileFunction(text, parameters, { ...options, cachedData: known.cachedData });
  const compiled = compileFunction(text, parameters, { ...options, produceCachedData: !known });
  if (!known) keep(options.filename, text, () => compiled.cachedData);
  return compiled;
};
