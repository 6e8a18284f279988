import { newId } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { apply } from '@symbio/proto/document/similarity';
import type { PageRow } from '../model.js';
import { createPictureFollowing } from './follow-pictures.js';
import type { AlignmentRow } from './model.js';

const editor = person();

function world() {
  const rows = new MemoryRows<AlignmentRow>(new TestClock());
  const pages = new Map<string, PageRow>();
  const page = (width: number, height: number, more: Partial<PageRow> = {}): string => {
    const _id = newId();
    pages.set(_id, { _id, width, height, ...more } as PageRow);
    return _id;
  };
  const following = createPictureFollowing({
    repository: { findPage: (id) => Promise.resolve(pages.get(id) ?? null) },
    alignments: {
      ofPage: (id) => Promise.resolve(rows.all().filter((row) => row.firstPageId === id || row.secondPageId === id)),
    },
    alignmentWriter: rows,
    followGeoreference: () => Promise.resolve(),
  });
  const add = async (values: Partial<AlignmentRow>): Promise<string> => {
    const id = newId();
    await rows.insert(
      id,
      { projectId: 'p', pairs: [], byId: editor.sub, byName: 'E', ...values } as never,
      editor,
      () => [],
    );
    return id;
  };
  return { rows, pages, page, add, followPicture: (id: string) => following.followPicture(id) };
}

const small = { width: 100, height: 200 };
const large = { width: 200, height: 400 };

it('places of an alignment move with the picture of either sheet, once', async () => {
  const { rows, pages, page, add, followPicture } = world();
  const [first, second] = [page(200, 400), page(100, 200)];
  const pairs = [{ fromX: 10, fromY: 20, toX: 30, toY: 40 }];
  const id = await add({ firstPageId: first, secondPageId: second, pairs, firstSize: small, secondSize: small });
  await followPicture(first);
  await followPicture(first);
  expect(rows.find(id)).toMatchObject({ pairs: [{ fromX: 20, fromY: 40, toX: 30, toY: 40 }], firstSize: large });
  pages.set(second, { ...pages.get(second)!, ...{ width: 100, height: 400 } });
  await followPicture(second);
  expect(rows.find(id)?.pairs).toEqual([{ fromX: 20, fromY: 40, toX: 30, toY: 80 }]);
  expect(rows.published.map(({ name }) => name)).toEqual(['alignment.changed', 'alignment.changed']);
});

it('an alignment of an earlier version has the sizes before the first change', async () => {
  const { rows, page, add, followPicture } = world();
  const change = { at: new Date(0), fromWidth: 100, fromHeight: 200, toWidth: 200, toHeight: 400 };
  const [first, second] = [page(200, 400, { pictureChanges: [change] }), page(100, 200)];
  const base = { re: 0, im: 1, x: 5, y: 6 };
  const id = await add({ firstPageId: first, secondPageId: second, base });
  await followPicture(first);
  const moved = rows.find(id)!;
  const there = apply(moved.base!, { x: 20, y: 40 });
  const before = apply(base, { x: 10, y: 20 });
  expect(there.x).toBeCloseTo(before.x, 9);
  expect(there.y).toBeCloseTo(before.y, 9);
  expect(moved).toMatchObject({ firstSize: large, secondSize: small });
});
