type Json = Record<string, unknown>;

export interface Known {
  /** Id of each kind of thing, by its name in lower case. */
  ids: Readonly<Record<string, string>>;
  /** Values of vocabularies that the document does not list. */
  vocabularies: Readonly<Record<string, readonly string[]>>;
}

interface Variant {
  selector?: string;
  required: string[];
}

interface Parameter {
  name?: string;
  required?: boolean;
}

/**
 * Leaves out parameters with unguessable values (`cursor`), and those that select a variant of an operation: they
 * exclude each other, which no document can express.
 */
function withoutUnknowable(operation: Json): Json {
  const variants = (operation['x-symbio-variants'] ?? []) as Variant[];
  const left = new Set(['cursor', ...variants.map(({ selector }) => selector)]);
  const required = variants.find(({ selector }) => selector === undefined)?.required ?? [];
  const parameters = (operation['parameters'] as Parameter[])
    .filter(({ name }) => !left.has(name))
    .map((parameter) => (required.includes(parameter.name ?? '') ? { ...parameter, required: true } : parameter));
  return { ...operation, parameters };
}

/**
 * Document to fuzz: with real ids and words as values, so requests get past "not found", and without examples, whose
 * ids do not exist.
 */
export function fuzzed(document: unknown, known: Known): unknown {
  if (Array.isArray(document)) return document.map((item) => fuzzed(item, known));
  if (typeof document !== 'object' || document === null) return document;
  const { example: _, ...copy }: Json = Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, fuzzed(value, known)]),
  );
  const { 'x-symbio-id': thing, 'x-symbio-vocabulary': vocabulary } = copy;
  const id = typeof thing === 'string' ? known.ids[thing.toLowerCase()] : undefined;
  if (id !== undefined) copy['examples'] = [id];
  const words = typeof vocabulary === 'string' ? known.vocabularies[vocabulary] : undefined;
  if (words !== undefined) Object.assign(copy, { enum: words, examples: [words[0]] });
  return Array.isArray(copy['parameters']) ? withoutUnknowable(copy) : copy;
}
