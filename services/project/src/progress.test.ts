import { createLogger } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { Mention } from '@symbio/proto/feature';
import type { SourceRow } from './model.js';
import { createProgress, type ProgressDeps } from './progress.js';

type Repository = ProgressDeps['repository'];

/** The rules with a log of their database calls. `gone` projects do not exist. */
function world({ gone = [] as string[] } = {}) {
  const steps: string[] = [];
  const rows = new Map<string, SourceRow>();
  const step = <T>(what: string, answer: T): Promise<T> => (steps.push(what), Promise.resolve(answer));
  let asked = 0;
  const repository: Repository = {
    putSource: (row) => (rows.set(row._id, row), step('put', undefined)),
    removeSource: (id) => (rows.delete(id), step('remove', undefined)),
    documentFacts: () => step('documents', []),
    insightFacts: () => step('insights', { annotations: false, mentions: false, unassociated: 0, undecided: 0 }),
    requestCount: (projectId) => (asked++, step('ask', !gone.includes(projectId))),
    countRequests: () => step('begin', asked),
    storeCount: (_projectId, part, number) => step(`end ${part} ${number}`, undefined),
    countsMissing: () => step('missing', [{ projectId: 'p', part: 'insights' as const }]),
    removeAllOf: () => step('remove all', undefined),
  };
  const progress = createProgress({
    repository,
    visits: { list: () => step('visits', []) },
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  return { steps, rows, repository, progress };
}

const annotation = Annotation.fromPartial({ id: 'a', projectId: 'p' });

describe('the figures behind the dashboard', () => {
  it('are stored with a request to count; counting completes the requests made before it read them', async () => {
    const { steps, progress } = world();
    await progress.annotation(annotation, 1, false);
    await progress.stop();
    expect(steps).toEqual(['put', 'ask', 'begin', 'insights', 'end insights 1']);
  });

  it('are counted once again for all changes during a count, also on shutdown', async () => {
    const { steps, progress } = world();
    for (let times = 0; times < 4; times++) await progress.visits('p');
    await progress.stop();
    expect(steps.filter((what) => what === 'visits')).toHaveLength(2);
    expect(steps.at(-1)).toBe('end visits 4');
    // another process counts later requests
    await progress.visits('p');
    expect(steps.at(-1)).toBe('ask');
  });

  it('of an erased project are neither stored nor counted', async () => {
    const { steps, rows, progress } = world({ gone: ['p'] });
    await progress.annotation(annotation, 1, false);
    await progress.visits('p');
    await progress.stop();
    expect(steps).toEqual(['put', 'ask', 'remove', 'ask']);
    expect(rows.size).toBe(0);
  });

  it('ignore events without a project', async () => {
    const { steps, progress } = world();
    await progress.annotation({ ...annotation, projectId: '' }, 1, false);
    await progress.stop();
    expect(steps).toEqual([]);
  });

  it.each([
    ['putSource', { putSource: () => Promise.reject(new Error('no database')) }],
    ['requestCount', { requestCount: () => Promise.reject(new Error('no database')) }],
    ['removeSource', { removeSource: () => Promise.reject(new Error('no database')) }],
  ])('reject an event whose change cannot be stored, so that it is retried (%s)', async (_, failing) => {
    const { repository, progress } = world({ gone: ['p'] });
    Object.assign(repository, failing);
    await expect(progress.annotation(annotation, 1, false)).rejects.toThrow('no database');
    await progress.stop();
  });

  it('that were pending at the last shutdown are counted at the start', async () => {
    const { steps, progress } = world();
    await progress.start();
    await eventually(() => expect(steps).toContain('end insights 0'));
    expect(steps[0]).toBe('missing');
    await progress.stop();
  });

  it('are taken from events with their revision, for the cells that they affect', async () => {
    const { steps, rows, progress } = world();
    const document = { id: 'd', projectId: 'p', category: 'sanborn_maps', totalPages: 2 };
    await progress.document(Document.fromPartial({ ...document, processingStatus: 'classified' }), 3, false);
    await progress.page(Page.fromPartial({ id: 'g', projectId: 'p', documentId: 'd', status: 'ready' }), 4, false);
    await progress.page(Page.fromPartial({ id: 'h', projectId: 'p', documentId: 'd', status: 'failed' }), 5, true);
    await progress.stop();
    expect(steps.filter((what) => what.startsWith('end')).at(-1)).toBe('end documents 3');
    expect([...rows.values()]).toEqual([
      expect.objectContaining({ _id: 'document:d', kind: 'document', rev: 3, gone: false, totalPages: 2 }),
      { _id: 'page:g', projectId: 'p', kind: 'page', rev: 4, gone: false, documentId: 'd', ready: true },
      { _id: 'page:h', projectId: 'p', kind: 'page', rev: 5, gone: true, documentId: 'd', ready: false },
    ]);
  });

  it.each([
    ['has a feature', { featureOfInterestId: 'f', currentHistoryId: 'r' }, true],
    ['has no feature', { featureOfInterestId: '', currentHistoryId: 'r' }, false],
    ['was rejected', { featureOfInterestId: '', currentHistoryId: '' }, true],
  ])('a mention that %s is counted as associated or not (PROJ-15)', async (_, ids, associated) => {
    const { rows, progress } = world();
    await progress.mention(Mention.fromPartial({ id: 'm', projectId: 'p', ...ids }), 1, false);
    await progress.stop();
    expect(rows.get('mention:m')?.associated).toBe(associated);
  });

  it.each([
    ['an agent proposed', 'ai_agent', [], true],
    ['an agent proposed, with an undone decision', 'ai_agent', [{ verdict: 'rejected' }, { verdict: 'undone' }], true],
    ['an agent proposed and a person rejected', 'ai_agent', [{ verdict: 'rejected' }], false],
    ['a person drew', 'human', [], false],
  ])('an annotation that %s is counted as to review or not', async (_, authorType, decisions, undecided) => {
    const { rows, progress } = world();
    await progress.annotation(Annotation.fromPartial({ ...annotation, authorType, decisions }), 1, false);
    await progress.stop();
    expect(rows.get('annotation:a')?.undecided).toBe(undecided);
  });
});
