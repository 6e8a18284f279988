/** Timestamps of every stored row. */
type Moment = 'created_at' | 'updated_at';

/**
 * An item of the public API. The OpenAPI document allows null timestamps, as the service contracts do; stored rows
 * always have them.
 */
export type Served<Item> = { [Name in keyof Item]: Name extends Moment ? string : Item[Name] };

/** Picks fields; `Optional` ones may be absent in optimistic rows and in responses of older servers. */
export type ServedFields<Item, Needed extends keyof Item, Optional extends keyof Item = never> = Pick<
  Served<Item>,
  Needed
> &
  Partial<Pick<Served<Item>, Optional>>;

/** Makes fields nullable: in optimistic rows and in responses of older servers. */
export type OrNull<Item, Names extends keyof Item> = Omit<Item, Names> & { [Name in Names]: Item[Name] | null };
