/**
 * Detects breaking changes of an OpenAPI document: rejected requests or missing response data. Conservative: a
 * rewritten input schema counts as breaking.
 */

/** Compared part of a JSON schema. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  if?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
}

type Content = Readonly<Record<string, { schema?: Schema }>>;

interface Described {
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Readonly<Record<string, { $ref?: string; content?: Content }>>;
  security?: readonly unknown[];
}

export interface ComparedDocument {
  paths?: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** `sent`: accepted input must stay accepted. `read`: response data must remain. */
type Direction = 'sent' | 'read';

const UPPER_LIMITS = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const;
const LOWER_LIMITS = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const;

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** JSON types allowed by a schema without alternatives; empty: any. */
function typesOf({ type, enum: words, const: only }: Schema): string[] {
  if (type !== undefined) return [type].flat();
  const values = words ?? (only === undefined ? [] : [only]);
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

const valuesOf = ({ enum: words, const: only }: Schema): readonly unknown[] | undefined =>
  words ?? (only === undefined ? undefined : [only]);

class Comparison {
  readonly problems: string[] = [];
  /** Schema pairs being compared, to stop recursion. */
  readonly #begun = new Set<string>();
  readonly #before: ComparedDocument;
  readonly #after: ComparedDocument;

  constructor(before: ComparedDocument, after: ComparedDocument) {
    this.#before = before;
    this.#after = after;
  }

  run(): string[] {
    for (const [path, methods] of Object.entries(this.#before.paths ?? {}))
      for (const [method, before] of Object.entries(methods)) {
        const at = `${method.toUpperCase()} ${path}`;
        const after = this.#after.paths?.[path]?.[method];
        if (after) this.#operation(at, before, after);
        else this.problems.push(`${at} is gone`);
      }
    return this.problems;
  }

  #operation(at: string, before: Described, after: Described): void {
    if (before.security?.length === 0 && after.security?.length !== 0) this.problems.push(`${at} needs credentials`);
    const key = ({ in: place, name }: Parameter): string => `${place} ${name}`;
    const known = new Map((before.parameters ?? []).map((parameter) => [key(parameter), parameter]));
    const now = new Map((after.parameters ?? []).map((parameter) => [key(parameter), parameter]));
    for (const [name, parameter] of known) {
      const same = now.get(name);
      if (!same) this.problems.push(`${at}: parameter ${parameter.name} is gone`);
      else this.#schema(`${at}: parameter ${parameter.name}`, parameter.schema, same.schema, 'sent');
    }
    for (const [name, parameter] of now)
      if (parameter.required && !known.get(name)?.required)
        this.problems.push(`${at}: parameter ${parameter.name} is required`);
    this.#body(at, before.requestBody, after.requestBody);
    for (const [status, response] of Object.entries(before.responses ?? {})) {
      const same = after.responses?.[status];
      if (!same) this.problems.push(`${at}: status ${status} is gone`);
      else
        this.#content(
          `${at}: ${status}`,
          this.#resolved(this.#before, response).content,
          this.#resolved(this.#after, same).content,
          'read',
        );
    }
  }

  #body(at: string, before: Described['requestBody'], after: Described['requestBody']): void {
    if (after?.required && !before?.required) this.problems.push(`${at}: a body is required`);
    if (before && !after) this.problems.push(`${at}: the body is gone`);
    else if (before) this.#content(`${at}: body`, before.content, after?.content, 'sent');
  }

  #content(at: string, before: Content = {}, after: Content = {}, direction: Direction): void {
    for (const [type, { schema }] of Object.entries(before)) {
      const same = after[type];
      if (!same) this.problems.push(`${at}: ${type} is gone`);
      else this.#schema(at, schema, same.schema, direction);
    }
  }

  #resolved<T extends { $ref?: string }>(document: ComparedDocument, value: T): T {
    if (value.$ref === undefined) return value;
    const [, , kind = '', name = ''] = value.$ref.split('/');
    return this.#resolved(document, (document.components?.[kind]?.[name] ?? {}) as T);
  }

  #alternatives(document: ComparedDocument, given: Schema): Schema[] {
    const schema = this.#resolved(document, given);
    const several = schema.anyOf ?? schema.oneOf;
    // alternatives that only list required fields belong to the object
    if (several && schema.type === undefined) return several.flatMap((one) => this.#alternatives(document, one));
    return [schema];
  }

  #schema(at: string, given: Schema = {}, current: Schema = {}, direction: Direction): void {
    if (given.$ref !== undefined && current.$ref !== undefined) {
      const pair = `${direction} ${given.$ref} ${current.$ref}`;
      if (this.#begun.has(pair)) return;
      this.#begun.add(pair);
    }
    const before = this.#alternatives(this.#before, given);
    const after = this.#alternatives(this.#after, current);
    // every previous alternative must have a match, in requests and responses
    for (const one of before) {
      const found = after.map((other) => this.#tried(at, one, other, direction));
      const [closest] = found.sort((a, b) => a.length - b.length);
      this.problems.push(...(closest ?? []));
    }
    const types = before.flatMap(typesOf);
    if (direction === 'read' && before.every((one) => typesOf(one).length > 0))
      for (const type of new Set(after.flatMap(typesOf)))
        if (!types.includes(type) && !(type === 'integer' && types.includes('number')))
          this.problems.push(`${at} may be ${type}`);
  }

  /** Problems between two alternatives, without recording them. */
  #tried(at: string, before: Schema, after: Schema, direction: Direction): string[] {
    const inner = new Comparison(this.#before, this.#after);
    for (const pair of this.#begun) inner.#begun.add(pair);
    inner.#alternative(at, before, after, direction);
    return inner.problems;
  }

  #alternative(at: string, before: Schema, after: Schema, direction: Direction): void {
    const [were, are] = [typesOf(before), typesOf(after)];
    const narrower = were.filter((type) => !are.includes(type) && !(type === 'integer' && are.includes('number')));
    if (are.length > 0 && (narrower.length > 0 || (were.length === 0 && direction === 'sent'))) {
      this.problems.push(`${at} is no longer ${were.join(' or ') || 'anything'}`);
      return;
    }
    if (direction === 'sent') this.#limits(at, before, after);
    if (before.properties || after.properties) this.#object(at, before, after, direction);
    if (before.items && after.items) this.#schema(`${at}[]`, before.items, after.items, direction);
  }

  #limits(at: string, before: Schema, after: Schema): void {
    const [words, kept] = [valuesOf(before), valuesOf(after)];
    if (kept && !(words && words.every((value) => kept.some((one) => equal(one, value)))))
      this.problems.push(`${at} takes fewer values`);
    for (const limit of UPPER_LIMITS)
      if ((after[limit] ?? Infinity) < (before[limit] ?? Infinity)) this.problems.push(`${at} has a lower ${limit}`);
    for (const limit of LOWER_LIMITS)
      if ((after[limit] ?? -Infinity) > (before[limit] ?? -Infinity)) this.problems.push(`${at} has a higher ${limit}`);
    if (after.allOf !== undefined && !equal(before.allOf ?? [], withoutNewWords(before, after.allOf)))
      this.problems.push(`${at} has another allOf`);
    for (const rule of ['format', 'pattern'] as const)
      if (after[rule] !== undefined && !equal(before[rule], after[rule]))
        this.problems.push(`${at} has another ${rule}`);
  }

  #object(at: string, before: Schema, after: Schema, direction: Direction): void {
    const [known, now] = [before.properties ?? {}, after.properties ?? {}];
    for (const [name, schema] of Object.entries(known)) {
      const same = now[name];
      if (same) this.#schema(`${at}.${name}`, schema, same, direction);
      else if (direction === 'read' || after.additionalProperties === false)
        this.problems.push(`${at}.${name} is gone`);
    }
    if (direction === 'sent') {
      for (const name of after.required ?? [])
        if (!before.required?.includes(name)) this.problems.push(`${at}.${name} is required`);
    } else
      for (const name of before.required ?? [])
        if (name in now && !after.required?.includes(name)) this.problems.push(`${at}.${name} may be absent`);
  }
}

export const breakingChanges = (before: ComparedDocument, after: ComparedDocument): string[] => [
  ...new Set(new Comparison(before, after).run()),
];

function withoutNewWords(before: Schema, rules: readonly Schema[]): readonly Schema[] {
  return rules.filter(({ if: condition }) =>
    Object.entries(condition?.properties ?? {}).every(([name, { const: word }]) => {
      const words = before.properties?.[name]?.enum;
      return word === undefined || words === undefined || words.includes(word);
    }),
  );
}
