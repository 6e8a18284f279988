import type { Ids } from './world.js';

type Json = Record<string, unknown>;

interface Variant {
  selector?: string;
  insteadUse?: string;
}

/** Leaves parameters out that choose a variant of an operation: they exclude the others, which no document can say. */
function withoutSelectors(operation: Json): Json {
  const variants = (operation['x-symbio-variants'] ?? []) as Variant[];
  const selectors = new Set(variants.filter(({ insteadUse }) => insteadUse).map(({ selector }) => selector));
  const parameters = operation['parameters'] as { name?: string }[] | undefined;
  if (!parameters || selectors.size === 0) return operation;
  return { ...operation, parameters: parameters.filter(({ name }) => !selectors.has(name)) };
}

/**
 * The document as it is fuzzed: with real things as examples of ids, so that requests get past "not found" (a schema says
 * what it is an id of), and without the variants that single items had before they got paths of their own.
 */
export function fuzzed(document: unknown, ids: Ids): unknown {
  if (Array.isArray(document)) return document.map((item) => fuzzed(item, ids));
  if (typeof document !== 'object' || document === null) return document;
  const copy: Json = Object.fromEntries(Object.entries(document).map(([name, value]) => [name, fuzzed(value, ids)]));
  const thing = copy['x-symbio-id'];
  const id = typeof thing === 'string' ? ids[thing.toLowerCase()] : undefined;
  if (id !== undefined) copy['examples'] = [id];
  return withoutSelectors(copy);
}
