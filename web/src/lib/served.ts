/** Moments that every stored row has. */
type Moment = 'created_at' | 'updated_at';

/**
 * An item of the public API as the SPA holds it. The document allows its moments to be null, as the contracts between
 * services do; a row that is stored has them.
 */
export type Served<Item> = { [Name in keyof Item]: Name extends Moment ? string : Item[Name] };

/** Some fields of an item, of which the last may be missing: in rows that the server does not know yet, and in answers of before. */
export type ServedFields<Item, Needed extends keyof Item, Optional extends keyof Item = never> = Pick<
  Served<Item>,
  Needed
> &
  Partial<Pick<Served<Item>, Optional>>;

/** An item of which some fields may hold nothing: in rows that were made here, and in answers of before. */
export type OrNull<Item, Names extends keyof Item> = Omit<Item, Names> & { [Name in Names]: Item[Name] | null };
