/** What every list answers. */
export interface ListAnswer<Item> {
  data: Item[];
  page: number;
  total_pages: number;
  next_cursor: string | null;
}

/** Most items of a page. */
const PER_PAGE = 100;

/**
 * Every item of a list, page after page. Goes on by `next_cursor` where the list has one, so that what is added in between
 * shifts nothing, and by page number otherwise.
 *
 * @param read reads one page of what the query asks for
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
