type Timestamp = 'created_at' | 'updated_at';

/** The OpenAPI document allows null timestamps, as the service contracts do; stored rows always have them. */
export type ApiItem<Item> = { [Name in keyof Item]: Name extends Timestamp ? string : Item[Name] };

/** `Optional` fields may be absent in optimistic rows and in responses of older servers. */
export type ApiFields<Item, Needed extends keyof Item, Optional extends keyof Item = never> = Pick<
  ApiItem<Item>,
  Needed
> &
  Partial<Pick<ApiItem<Item>, Optional>>;

/** Null in optimistic rows and in responses of older servers. */
export type WithNulls<Item, Names extends keyof Item> = Omit<Item, Names> & { [Name in Names]: Item[Name] | null };
