import { jest } from '@jest/globals';
import { newId, notAuthorized, notFound } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import type { DocumentRow, PageRow } from '../model.js';
import type { ShareLinkRow } from './model.js';
import { createShareLinks } from './share-links.js';

const owner = person({ name: 'Olive Owner' });
const editor = person();
const page = { _id: newId(), documentId: newId(), status: 'ready' } as PageRow;
const document = { _id: page.documentId, projectId: newId() } as DocumentRow;

function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<ShareLinkRow>(clock);
  const used = jest.fn(() => Promise.resolve());
  const state = { isDeleted: false, isProjectHidden: false };
  const links = createShareLinks({
    documents: {
      visible: (id) => (id === document._id ? Promise.resolve(document) : Promise.reject(notFound('Document'))),
    },
    repository: {
      find: () => Promise.resolve(state.isDeleted ? null : document),
      findSheet: (id) =>
        Promise.resolve([page, { ...page, _id: 'other', documentId: 'x' }].find((one) => one._id === id) ?? null),
      sheets: () => Promise.resolve([page]),
    },
    links: {
      ofDocument: (id) => Promise.resolve(rows.all().filter(({ documentId }) => documentId === id)),
      byToken: (hash) => Promise.resolve(rows.all().find(({ tokenHash }) => tokenHash === hash) ?? null),
      used,
    },
    writer: rows,
    access: {
      require: ({ actor }) => (actor.sub === owner.sub ? Promise.resolve('owner') : Promise.reject(notAuthorized())),
    },
    isProjectHidden: () => Promise.resolve(state.isProjectHidden),
    pace: () => Promise.resolve(),
    clock,
    log: { warn: jest.fn() },
  });
  const create = (more: object = {}, actor = owner) =>
    links.create({ documentId: document._id, name: ' For the county ', withFindings: true, ...more }, contextOf(actor));
  return { clock, rows, links, state, used, create };
}

it('is made by an owner, stored as a hash, and opens the pages of its document only', async () => {
  const { rows, links, used, clock, create } = world();
  const { row, token } = await create();
  expect(row).toMatchObject({ name: 'For the county', byName: 'Olive Owner', byId: owner.sub });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows.all())).not.toContain(token);
  expect(await links.page(token, page._id)).toBe(page);
  expect(await links.page(token, 'other')).toBeUndefined();
  expect(await links.page(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`, page._id)).toBeUndefined();
  expect(await links.open(token)).toEqual({ document, pages: [page], withFindings: true });
  expect(used).toHaveBeenCalledTimes(1);
  clock.advance(60_000);
  await links.open(token);
  expect(used).toHaveBeenCalledTimes(2);
});

it('opens nothing once it is revoked, or while its document or project is deleted', async () => {
  const { links, state, create } = world();
  const { row, token } = await create();
  state.isDeleted = true;
  expect(await links.page(token, page._id)).toBeUndefined();
  Object.assign(state, { isDeleted: false, isProjectHidden: true });
  await expect(links.open(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  state.isProjectHidden = false;
  await expect(links.revoke(document._id, row._id, contextOf(editor))).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  expect(await links.page(token, page._id)).toBe(page);
  await links.revoke(document._id, row._id, contextOf(owner));
  expect(await links.page(token, page._id)).toBeUndefined();
  await expect(links.open(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(links.revoke(document._id, row._id, contextOf(owner))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('needs an owner and a name; a document has at most ten', async () => {
  const { create } = world();
  await expect(create({}, editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(create({ name: ' ' })).rejects.toMatchObject({ fields: { name: 'Name is required' } });
  await expect(create({ name: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(create({ documentId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (let count = 0; count < 10; count++) await create();
  await expect(create()).rejects.toMatchObject({
    reason: 'too_many_share_links',
    message: 'A document can have at most 10 share links. Revoke one first.',
  });
});
