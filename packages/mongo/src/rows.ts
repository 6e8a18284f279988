import { Schema, type Model, type Query, type SchemaDefinition } from 'mongoose';

// accept empty strings, which Mongoose treats as missing
Schema.Types.String.checkRequired((value) => typeof value === 'string');

declare const VALUE: unique symbol;

/** A Mongoose type with the TypeScript type of its values. */
export interface Typed<T> {
  readonly [VALUE]: T;
}

/** A Mongoose type with narrower values: `{ type: typed<Shape>(Object) }`. */
export const typed = <T>(type: unknown): Typed<T> => type as Typed<T>;

/** A Mongoose field definition: `type`, `required`, `default`, `enum`. */
export type Fields = Readonly<Record<string, unknown>>;

type ValueOf<Type> =
  Type extends Typed<infer T>
    ? T
    : Type extends StringConstructor
      ? string
      : Type extends NumberConstructor
        ? number
        : Type extends BooleanConstructor
          ? boolean
          : Type extends DateConstructor
            ? Date
            : Type extends readonly [infer Element]
              ? FieldOf<Element>[]
              : never;

type FieldOf<Field> = Field extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Field extends { readonly type: infer Type }
    ? ValueOf<Type>
    : ValueOf<Field>;

/** Fields always present: required ones, and those with a default. */
type PresentKey<D> = {
  [Key in keyof D]: D[Key] extends { readonly required: true }
    ? Key
    : D[Key] extends { readonly default: infer Default }
      ? Default extends undefined
        ? never
        : Key
      : never;
}[keyof D];

type OrNull<Field> = Field extends { readonly default: null } ? null : never;

type Flat<T> = { [Key in keyof T]: T[Key] };

export type ValuesOf<D> = Flat<
  { -readonly [Key in keyof D as Key extends PresentKey<D> ? Key : never]: FieldOf<D[Key]> | OrNull<D[Key]> } & {
    -readonly [Key in keyof D as Key extends PresentKey<D> ? never : Key]?: FieldOf<D[Key]>;
  }
>;

/** Preserves a definition's literal types, from which required fields and enums are inferred. */
export const fields = <const D extends Fields>(definition: D): D => definition;

export const text = { type: String, required: true } as const;
export const number = { type: Number, required: true } as const;
export const flag = { type: Boolean, required: true } as const;
export const moment = { type: Date, required: true } as const;

// reject fields outside the schema; keep empty objects
const OPTIONS = { versionKey: false, minimize: false, id: false, strict: 'throw' } as const;

/** Validated nested object. */
export const part = <const D extends Fields>(definition: D): Typed<ValuesOf<D>> =>
  typed(new Schema(definition as SchemaDefinition, { ...OPTIONS, _id: false }));

export function strictSchema<Row>(collection: string, definition: Fields): Schema<Row> {
  const schema = new Schema<Row>(definition as SchemaDefinition<Row>, { ...OPTIONS, collection });
  // by default Mongoose casts updates without checking `enum` and `required`
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function (this: Query<unknown, Row>) {
    void this.setOptions({ runValidators: true });
  });
  return schema;
}

/**
 * Casts values, applies defaults and validates, for writes through the driver; Mongoose's own methods would repeat it.
 * @param paths validates only these; default all
 * @throws ValidationError or StrictModeError of Mongoose
 */
export async function checkedRow<Row>(model: Model<Row>, values: object, paths?: string[]): Promise<Row> {
  const document = new model(values);
  await document.validate(paths);
  return document.toObject<Row>();
}
