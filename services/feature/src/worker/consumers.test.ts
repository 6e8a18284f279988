import { onceErased, type IsErased } from '@symbio/project-access';
import { documentEvents, pageEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import { consumers, type WorkerParts } from './consumers.js';

/** Returns what an event removes while these ids still exist at their owner. */
async function removedBy(events: object, entityId: string, kept: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  const removeOf = (owner: string, id: string): Promise<void> => {
    removed.push(`${owner} ${id}`);
    return Promise.resolve();
  };
  const isErased: IsErased = (id) => Promise.resolve(!kept.includes(id));
  const checked = (remove: (id: string) => Promise<void>) => onceErased(isErased, { error: () => undefined }, remove);
  const once = { page: checked, document: checked, project: checked };
  const parts = { once, spots: { removeOf }, spotting: {}, listings: {} } as unknown as WorkerParts;
  const spec = consumers(parts).find((each) => each.events === events);
  await spec?.handle({ entityId, data: {} } as never);
  return removed;
}

describe('proposals on pages', () => {
  it.each([
    [pageEvents.deleted, 'pageId x'],
    [documentEvents.deleted, 'documentId x'],
    [documentEvents.erased, 'documentId x'],
    [projectEvents.deleted, 'projectId x'],
    [projectEvents.erased, 'projectId x'],
  ])('is forgotten on an event only when its owner confirms it', async (events, expected) => {
    expect(await removedBy(events, 'x', [])).toEqual([expected]);
    expect(await removedBy(events, 'x', ['x'])).toEqual([]);
  });
});
