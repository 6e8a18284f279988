import { Schema, type Model, type Query, type SchemaDefinition } from 'mongoose';

// an empty text is a text: Mongoose itself takes it for a missing value
Schema.Types.String.checkRequired((value) => typeof value === 'string');

declare const VALUE: unique symbol;

/** What Mongoose takes for a type, with the TypeScript type of its values. */
export interface Typed<T> {
  readonly [VALUE]: T;
}

/** A Mongoose type whose values are narrower than it can say itself: `{ type: typed<Shape>(Object) }`. */
export const typed = <T>(type: unknown): Typed<T> => type as Typed<T>;

/** A definition of fields as Mongoose reads it: `type`, `required`, `default`, `enum`. */
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

/** Fields that every row has: required ones, and those with a default. */
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

/** What is stored by a definition of fields. */
export type ValuesOf<D> = Flat<
  { -readonly [Key in keyof D as Key extends PresentKey<D> ? Key : never]: FieldOf<D[Key]> | OrNull<D[Key]> } & {
    -readonly [Key in keyof D as Key extends PresentKey<D> ? never : Key]?: FieldOf<D[Key]>;
  }
>;

/** A definition as it is, with its literal types: they say what is required and which words there are. */
export const fields = <const D extends Fields>(definition: D): D => definition;

/** Required fields of the plain types, as most fields are. */
export const text = { type: String, required: true } as const;
export const number = { type: Number, required: true } as const;
export const flag = { type: Boolean, required: true } as const;
export const moment = { type: Date, required: true } as const;

// a field that is not in the schema is refused, not left out; an empty object stays one
const OPTIONS = { versionKey: false, minimize: false, id: false, strict: 'throw' } as const;

/** An object inside a row, checked as the row is. */
export const part = <const D extends Fields>(definition: D): Typed<ValuesOf<D>> =>
  typed(new Schema(definition as SchemaDefinition, { ...OPTIONS, _id: false }));

/** The schema of a collection, by the definition of its fields. */
export function strictSchema<Row>(collection: string, definition: Fields): Schema<Row> {
  const schema = new Schema<Row>(definition as SchemaDefinition<Row>, { ...OPTIONS, collection });
  // left to itself Mongoose casts what an update sets, and does not look at `enum` and `required`
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function (this: Query<unknown, Row>) {
    void this.setOptions({ runValidators: true });
  });
  return schema;
}

/**
 * Values as the schema has them: cast, with defaults, and checked. For what is then written with the driver: Mongoose's
 * own methods would cast and check all of it once more.
 * @param paths only these are checked; all of them when left out
 * @throws ValidationError or StrictModeError of Mongoose
 */
export async function checkedRow<Row>(model: Model<Row>, values: object, paths?: string[]): Promise<Row> {
  const document = new model(values);
  await document.validate(paths);
  return document.toObject<Row>();
}
