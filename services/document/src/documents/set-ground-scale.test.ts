import { newId, notAuthorized, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { SetGroundScaleRequest } from '@symbio/proto/document';
import { toPage } from '../mapping.js';
import type { PageRow } from '../model.js';
import { createSetGroundScale } from './set-ground-scale.js';

const editor = person({ name: 'Erin Editor' });
const viewer = person();

async function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<PageRow>(clock);
  const id = newId();
  const values = { documentId: newId(), projectId: newId(), status: 'ready', width: 1000, height: 800 };
  await rows.insert(id, values as unknown as PageRow, editor, () => []);
  const rule = createSetGroundScale({
    documents: {
      page: (pageId: string, { actor }: CallContext, action = 'read') => {
        const row = rows.find(pageId);
        if (!row) return Promise.reject(notFound('Page'));
        return action === 'read' || actor.sub === editor.sub ? Promise.resolve(row) : Promise.reject(notAuthorized());
      },
    },
    pageWriter: rows,
    clock,
  });
  const set = (feetPerPixel: number | undefined, by = editor, pageId = id) =>
    rule(SetGroundScaleRequest.fromPartial({ pageId, feetPerPixel }), contextOf(by));
  return { clock, rows, set };
}

describe('feet of ground per pixel of a page', () => {
  it('stores who measured it and when, publishes it, and can be cleared', async () => {
    const { clock, rows, set } = await world();
    const measured = toPage(await set(0.25));
    expect(measured.groundScale).toEqual({
      feetPerPixel: 0.25,
      by: { byId: editor.sub, byName: 'Erin Editor', at: clock.now() },
    });
    await set(0.25);
    expect(rows.published.map(({ name }) => name)).toEqual(['page.changed']);
    expect(toPage(await set(undefined)).groundScale).toBeUndefined();
    await set(undefined);
    expect(rows.published).toHaveLength(2);
  });

  it.each([0, -1, NaN, Infinity, 1001])('refuses %d', async (wrong) => {
    const { rows, set } = await world();
    await expect(set(wrong)).rejects.toMatchObject({
      fields: { feet_per_pixel: 'feet_per_pixel must be above 0 and at most 1000' },
    });
    expect(rows.published).toEqual([]);
  });

  it('needs an editor and a page (OP-07)', async () => {
    const { set } = await world();
    await expect(set(1, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(set(1, editor, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it("an agent's key sets a missing scale, and replaces only its agent's own", async () => {
  const { set } = await world();
  const agent = { ...editor, via: 'api_key', agentId: newId() } as const;
  expect((await set(0.25, agent)).groundScale?.feetPerPixel).toBe(0.25);
  expect((await set(0.5, agent)).groundScale?.feetPerPixel).toBe(0.5);
  await set(0.75);
  for (const scale of [0.5, undefined])
    await expect(set(scale, agent)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', reason: 'agents_propose' });
  expect((await set(1)).groundScale?.feetPerPixel).toBe(1);
});
