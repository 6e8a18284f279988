export interface ListAnswer<Item> {
  data: Item[];
  page: number;
  total_pages: number;
  next_cursor: string | null;
}

/** Maximum page size. */
const PER_PAGE = 100;

/**
 * Iterates all items of a list by `next_cursor`, else by page number.
 * @param read reads one page of the query
 */
export async function* everyItem<Item>(
  read: (query: Record<string, unknown>) => Promise<ListAnswer<Item>>,
  query: Record<string, unknown>,
): AsyncGenerator<Item, void, undefined> {
  const { page: _page, cursor, perPage, per_page = perPage ?? PER_PAGE, ...filter } = query;
  let position: Record<string, unknown> = cursor === undefined ? {} : { cursor };
  for (;;) {
    const answer = await read({ ...filter, per_page, ...position });
    yield* answer.data;
    if (answer.next_cursor !== null) position = { cursor: answer.next_cursor };
    else if (!('cursor' in position) && answer.page < answer.total_pages) position = { page: answer.page + 1 };
    else return;
  }
}
