import { onceErased, sampleCopy, type IsErased } from '@symbio/project-access';
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

it('the spots of a sample are known in a copy of it, so that nothing is proposed twice', async () => {
  const [projectId, pageId] = ['copy', 'page'];
  const claimed: object[] = [];
  const spot = {
    _id: `${pageId}/dump/1/2`,
    projectId: 'sample',
    documentId: 'd',
    pageId,
    annotationId: 'a',
    mentionId: 'm',
  };
  const parts = {
    once: { page: () => undefined, document: () => undefined, project: () => undefined },
    ...{ spotting: {}, listings: {} },
    spots: {
      ofProject: (id: string) => Promise.resolve(id === 'sample' ? [spot] : []),
      claim: (row: object) => Promise.resolve(void claimed.push(row)),
    },
    copying: {
      projects: {
        getProject: () => Promise.resolve({ project: { id: projectId, copiedFrom: 'sample', createdBy: 'u' } }),
      },
      asSelf: () => Promise.resolve({}),
    },
  } as unknown as WorkerParts;
  const spec = consumers(parts).find(({ durable }) => durable === 'feature-worker-sample-copies');
  const created = (copiedFrom: string) => ({ entityId: projectId, actor: {}, data: { project: { copiedFrom } } });
  await spec?.handle(created('') as never);
  expect(claimed).toEqual([]);
  await spec?.handle(created('sample') as never);
  const { idOf } = sampleCopy({ projectId, sampleId: 'sample', ownerId: '', authorId: '' });
  const ids = { pageId: idOf('page'), documentId: idOf('d'), annotationId: idOf('a'), mentionId: idOf('m') };
  expect(claimed).toEqual([{ ...ids, projectId, _id: `${ids.pageId}/dump/1/2` }]);
});
