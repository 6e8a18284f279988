import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { CorrectTitleBlockRequest, CorrectVolumeRequest } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import { blockOf, displayedValue } from './block.js';
import { createCorrectTitleBlock } from './correct-title-block.js';
import { createCorrectVolume } from './correct-volume.js';
import { createUndoVolumeCorrection } from './undo-volume-correction.js';

const editor = contextOf(person());
const agent = contextOf({ ...editor.actor, via: 'api_key', agentId: newId() });
const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };

/** Rules over a volume of two sheets. */
async function world() {
  const clock = new TestClock();
  const rows = new MemoryRows<PageRow>(clock);
  const ids = [newId(), newId()] as const;
  const sheet = { documentId: newId(), projectId: newId(), pageType: 'sanborn_map' };
  for (const [index, id] of ids.entries())
    await rows.insert(id, { ...sheet, pageNumber: index + 1 } as unknown as PageRow, editor.actor, () => []);
  const deps = {
    documents: { page: (id: string) => Promise.resolve(rows.find(id)!) },
    repository: { sheets: () => Promise.resolve(rows.all()) },
    pageWriter: rows,
    clock,
  };
  const correct = createCorrectTitleBlock(deps);
  const carry = createCorrectVolume(deps);
  const undo = createUndoVolumeCorrection(deps);
  const edit = (by: CallContext, value: { value?: string; reset?: boolean }, pageId: string = ids[0]) =>
    correct(CorrectTitleBlockRequest.fromPartial({ pageId, edits: [{ fact: 'city', ...value }] }), by);
  /** Carries the city over to the other sheet, and returns the id of that correction. */
  const carryCity = async (by: CallContext, pageIds: string[] = []): Promise<string> => {
    const id = newId();
    await carry(CorrectVolumeRequest.fromPartial({ pageId: ids[0], id, facts: ['city'], pageIds }), by);
    return id;
  };
  const cities = () => ids.map((id) => displayedValue(blockOf(rows.find(id)!), 'city'));
  return { ids, cities, carryCity, edit, undo: (by: CallContext, id: string) => undo({ pageId: ids[0], id }, by) };
}

describe("an agent's key", () => {
  it('corrects an uncorrected fact, and replaces or resets only its own corrections', async () => {
    const { cities, edit } = await world();
    await edit(agent, { value: 'Queens' });
    await edit(agent, { value: 'Brooklyn' });
    expect(cities()[0]).toBe('Brooklyn');
    await edit(editor, { value: 'Bronx' });
    for (const value of [{ value: 'Queens' }, { reset: true }])
      await expect(edit(agent, value)).rejects.toMatchObject(refused);
    expect(cities()[0]).toBe('Bronx');
  });

  it('copies no fact to a sheet that someone else corrected', async () => {
    const { carryCity, cities, edit, ids } = await world();
    await edit(editor, { value: 'Queens' });
    await edit(editor, { value: 'Brooklyn' }, ids[1]);
    await expect(carryCity(agent, [ids[1]])).rejects.toMatchObject(refused);
    await carryCity(agent);
    expect(cities()).toEqual(['Queens', 'Brooklyn']);
    await carryCity(editor, [ids[1]]);
    expect(cities()).toEqual(['Queens', 'Queens']);
  });

  it('undoes only its own volume corrections', async () => {
    const { carryCity, cities, edit, undo } = await world();
    await edit(editor, { value: 'Queens' });
    const own = await carryCity(agent);
    expect(cities()).toEqual(['Queens', 'Queens']);
    await undo(agent, own);
    expect(cities()).toEqual(['Queens', undefined]);
    const persons = await carryCity(editor);
    await expect(undo(agent, persons)).rejects.toMatchObject(refused);
    expect(cities()).toEqual(['Queens', 'Queens']);
    await undo(editor, persons);
    expect(cities()).toEqual(['Queens', undefined]);
  });
});
