import { nameOf, resolved, type Schema } from './document.js';

export interface Field {
  name: string;
  required: boolean;
  /** `string`, `integer`, `Annotation[]`, `string | null` … */
  type: string;
  description: string;
  /** "at least 1", "at most 100 characters" … */
  limits: string[];
  /** Allowed words. */
  values: string[];
  deprecated: boolean;
  /** Fields of an object or of list items. */
  shapes: Shape[];
}

/** Variant of an object. */
export interface Shape {
  name: string | undefined;
  fields: Field[];
}

type Schemas = Record<string, Schema> | undefined;

const isNull = (schema: Schema): boolean => schema.type === 'null';
const choicesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;
/** Types except `null`. */
const typesOf = ({ type }: Schema): string[] =>
  (Array.isArray(type) ? type : type === undefined ? [] : [type]).filter((name) => name !== 'null');
const allowsNull = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');

/** In TypeScript notation. */
export function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const names = typesOf(schema).map((type) => {
    if (type === 'array') {
      const item = schema.items ? typeOf(schema.items) : 'unknown';
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    if (type === 'string' && schema.format === 'binary') return 'file';
    if (type === 'string' && schema.format !== undefined) return `string (${schema.format})`;
    return type;
  });
  const all = names.length > 0 ? names : [isNull(schema) ? 'null' : 'any'];
  return [...all, ...(allowsNull(schema) ? ['null'] : [])].join(' | ');
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits: [number | undefined, (value: string) => string][] = [
    [minimum, (value) => `at least ${value}`],
    [exclusiveMinimum, (value) => `more than ${value}`],
    [maximum, (value) => `at most ${value}`],
    [exclusiveMaximum, (value) => `less than ${value}`],
    // minimum length 1 only means non-empty
    [minLength !== undefined && minLength > 1 ? minLength : undefined, (value) => `at least ${value} characters`],
    [maxLength, (value) => `at most ${value} characters`],
    [minItems, (value) => `at least ${value} ${minItems === 1 ? 'item' : 'items'}`],
    [maxItems, (value) => `at most ${value} items`],
  ];
  const own = limits.flatMap(([value, words]) => (value === undefined ? [] : [words(value.toLocaleString('en-US'))]));
  const initial = schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default`];
  return [...own, ...(schema.items ? limitsOf(schema.items).map((limit) => `each ${limit}`) : []), ...initial];
}

const wordsOf = (schema: Schema): string[] => [
  ...(schema.enum ?? []).filter((value) => value !== null).map(String),
  ...(choicesOf(schema) ?? []).flatMap(wordsOf),
  ...(schema.items && !schema.items.$ref ? wordsOf(schema.items) : []),
];

/** Object variants of a value or its items. `within` lists enclosing named schemas, to stop recursion. */
export function shapesOf(schema: Schema, schemas: Schemas, within: readonly string[] = []): Shape[] {
  const name = nameOf(schema);
  if (name !== undefined && within.includes(name)) return [];
  const around = name === undefined ? within : [...within, name];
  const own = resolved(schema, schemas);
  const choices = choicesOf(own);
  if (choices) return choices.flatMap((choice) => shapesOf(choice, schemas, around));
  if (own.items) return shapesOf(own.items, schemas, around);
  if (!own.properties) return [];
  return [{ name, fields: fieldsOf(own, schemas, around) }];
}

/** Describes a parameter or object field. */
export function fieldOf(
  name: string,
  schema: Schema,
  required: boolean,
  schemas: Schemas,
  within: readonly string[] = [],
): Field {
  const own = resolved(schema, schemas);
  // the non-null choice has the description
  const choices = (choicesOf(own) ?? []).filter((choice) => !choice.$ref);
  return {
    name,
    required,
    type: typeOf(schema),
    description:
      schema.description ?? own.description ?? choices.find((choice) => choice.description)?.description ?? '',
    limits: [own, ...choices].flatMap(limitsOf),
    values: wordsOf(own),
    deprecated: own.deprecated === true,
    shapes: shapesOf(schema, schemas, within),
  };
}

const fieldsOf = (schema: Schema, schemas: Schemas, within: readonly string[]): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, schema.required?.includes(name) === true, schemas, within),
  );
