import { screen } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { document } from '../collection/testing.js';
import { firstSheetOf, stageOf, stagesText } from './after-upload.js';
import type { UploadManager } from './manager.js';
import { UploadLists } from './upload-lists.js';
import type { UploadItem, UploadState } from './upload-state.js';

const job = { id: 'j', status: 'pending', progress: null };
const locked = { needs_password: true, processing_status: 'failed' } as const;

const finished = (id: string): UploadItem => ({
  ...{ id, file: new File(['%PDF'], `${id}.pdf`), preview: null, error: null, details: null, progress: 100 },
  ...{ status: 'complete', isUploading: false, isComplete: true, category: null, isUnanswered: false, isChecked: true },
  ...{ sha256: null, known: [], canRetry: true },
  classificationResult: { suggestedCategory: 'sanborn_maps', confidence: 0.95 },
  document: { id, category: 'sanborn_maps', file_name: `${id}.pdf`, title: id },
});

const lists = (state: UploadState, documents: readonly ReturnType<typeof document>[]) => (
  <UploadLists projectId="p" uploads={{} as UploadManager} state={state} documents={documents} />
);

beforeEach(() => {
  fakeServer().on('GET /api/document-categories', { json: { data: [] } });
});

it.each<[Partial<ProjectDocument>, string]>([
  [{ active_job: job }, 'reading'],
  [{ processing_status: 'queued' }, 'reading'],
  [locked, 'password'],
  [{ processing_status: 'failed' }, 'failed'],
  [{}, 'ready'],
])('a document %j is %s', (changes, stage) => expect(stageOf(document(changes))).toBe(stage));

it('opens the first uploaded map that has a sheet, never another document', () => {
  const map = { category: 'sanborn_maps', pages_ready: 1 };
  const documents = [
    ...[document({ id: 'other', ...map }), document({ id: 'a', ...map, pages_ready: 0 })],
    ...[document({ id: 'b', ...map, category: 'questionnaire' }), document({ id: 'c', ...map })],
  ];
  expect(firstSheetOf(['a', 'b', 'c'].map(finished), documents)?.id).toBe('c');
  expect(firstSheetOf(['a', 'b'].map(finished), documents)).toBeUndefined();
});

it('is one line for many files, which says what remains; the files follow on request', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  const documents = [
    ...[document({ id: 'a', active_job: job }), document({ id: 'b', active_job: job })],
    ...[document({ id: 'c', ...locked }), document({ id: 'd' })],
  ];
  const state = { items: [], finished: ids.map(finished), repeated: [] };
  expect(stagesText(state.finished, new Map(documents.map((one) => [one.id, one])))).toBe(
    '2 being processed, 1 needs its password',
  );
  const view = renderProjectScreen(lists(state, documents));
  expect(await screen.findByText('Uploaded (4)')).toBeTruthy();
  expect(screen.getByText('2 being processed, 1 needs its password')).toBeTruthy();
  expect(screen.queryAllByTestId('upload-item')).toEqual([]);
  await view.user.click(screen.getByRole('button', { name: 'Show files' }));
  expect(screen.getAllByTestId('upload-item').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Processing...'),
    expect.stringContaining('Processing...'),
    expect.stringContaining('Needs its password'),
    expect.not.stringContaining('Processing...'),
  ]);
});

it('lists a few files at once', async () => {
  renderProjectScreen(
    lists({ items: [], finished: [finished('a')], repeated: [] }, [document({ id: 'a', active_job: job })]),
  );
  expect((await screen.findByTestId('upload-item')).textContent).toContain('Processing...');
  expect(screen.queryByRole('button', { name: 'Show files' })).toBeNull();
});
