/** Title blocks over gRPC: readings of workers and of the volume, corrections and resets. */
import { newId, type Actor } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { FactEdit, PageMetadata, type FactReading, type Page, type TitleBlockFact } from '@symbio/proto/document';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { publishedPages, refusal, startStack, type Stack } from './stack.js';

let stack: Stack;
let pdf: Buffer;

beforeAll(async () => {
  stack = await startStack();
  pdf = await textPdf('Insurance maps');
});

afterAll(() => stack.stop());

const as = (actor: Actor) => callAs(actor);
const worker = () => callAsService('document-worker');
const read = (fact: string, value: string, confidence = 0.9, source = 'lettering'): FactReading => ({
  fact,
  value,
  source,
  detail: '',
  confidence,
});

interface Volume {
  documentId: string;
  pages: Page[];
  tell: (number: number, readings: FactReading[]) => Promise<void>;
}

async function volume(sheets: FactReading[][]): Promise<Volume> {
  const { id: documentId, projectId } = await stack.upload(pdf, { category: 'sanborn_maps' });
  const jobId = newId();
  await stack.documents.beginProcessing({ documentId, jobId }, await worker());
  await stack.documents.recordPageCount({ documentId, totalPages: sheets.length }, await worker());
  const tell: Volume['tell'] = async (number, titleReadings) => {
    const prefix = `${documentPrefix(projectId, documentId)}/pages/${number}/abc`;
    await stack.documents.recordPage(
      {
        ...{ documentId, jobId: '', pageNumber: number, contentHash: `abc${number}`, tileFormat: 'jpg' },
        ...{ imagePath: `${prefix}/pyramid.tif`, thumbnailPath: `${prefix}/thumbnail.webp` },
        ...{ width: 6_400, height: 7_600, dpi: 300, analyzed: true, words: [] },
        metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', titleReadings }),
      },
      await worker(),
    );
  };
  for (const [index, readings] of sheets.entries()) await tell(index + 1, readings);
  // volumes are compared when the job has ended
  await stack.publishJob(documentId, { id: jobId, status: 'completed' }, 1);
  await eventually(async () => {
    const { document } = await stack.documents.getDocument({ id: documentId }, await as(stack.viewer));
    expect(document?.processingStatus).not.toBe('processing');
  });
  return { documentId, pages: await pagesOf(documentId), tell };
}

const pagesOf = async (documentId: string): Promise<Page[]> =>
  (await stack.documents.listPages({ documentId }, await as(stack.viewer))).pages;
const factOf = (page: Page | undefined, fact: string): TitleBlockFact | undefined =>
  page?.titleBlock?.facts.find((one) => one.fact === fact);
const valuesOf = async (documentId: string, fact: string) =>
  (await pagesOf(documentId)).map((page) => factOf(page, fact)?.value);
const idOf = (pages: readonly Page[], at: number): string => pages[at]?.id ?? '';
const historyOf = async (pageId: string) =>
  (await stack.documents.getTitleBlock({ pageId }, await as(stack.viewer))).history;
const correct = async (pageId: string, edits: Partial<FactEdit>[], more: object = {}, actor = stack.editor) =>
  stack.documents.correctTitleBlock(
    { pageId, edits: edits.map((edit) => FactEdit.fromPartial(edit)), ...more },
    await as(actor),
  );
const correctVolume = async (pageId: string, facts: string[], more: object = {}) =>
  stack.documents.correctVolume({ pageId, facts, id: newId(), ...more }, await as(stack.editor));

describe('the sheets of a volume', () => {
  it('supply facts that one of them lacks, with source and confidence (DATA-09)', async () => {
    const sheet = (number: string) => [
      read('sheet_number', number),
      read('city', 'Brooklyn'),
      read('year', '1887', 0.5, 'file_name'),
    ];
    const { pages } = await volume([sheet('60'), [], sheet('62'), sheet('63')]);
    expect(factOf(pages[1], 'sheet_number')).toMatchObject({ value: '61', source: 'volume', confidence: 0.7 });
    expect(factOf(pages[1], 'city')).toMatchObject({ value: 'Brooklyn', source: 'volume', detail: '3 sheets' });
    // the file name does not count as a second source
    expect(factOf(pages[1], 'year')).toBeUndefined();
    expect(factOf(pages[0], 'year')).toMatchObject({ value: '1887', source: 'file_name', confidence: 0.5 });
    expect(factOf(pages[0], 'north')).toBeUndefined();
  });

  it('are compared again when one is read again', async () => {
    const sheet = (number: string) => [read('sheet_number', number)];
    const { documentId, tell } = await volume([sheet('60'), [], sheet('64')]);
    expect(await valuesOf(documentId, 'sheet_number')).toEqual(['60', undefined, '64']);
    await tell(3, sheet('62'));
    await eventually(async () => expect(await valuesOf(documentId, 'sheet_number')).toEqual(['60', '61', '62']));
  });
});

describe('a correction', () => {
  it('overrides the reading, also year and label, with author and time (DATA-09, VIEW-09)', async () => {
    const { documentId, pages, tell } = await volume([[read('year', '1901')]]);
    const pageId = idOf(pages, 0);
    const seen = pages[0]?.titleBlock?.updatedAt;
    const { page } = await correct(pageId, [{ fact: 'year', value: '1896' }], { expectedUpdatedAt: seen });
    expect(page?.metadata).toMatchObject({ year: 1896, yearSource: 'person', yearConfidence: 1 });
    const fact = factOf(page, 'year');
    expect(fact).toMatchObject({ value: '1896', source: 'person', confidence: 1, read: { value: '1901' } });
    expect(fact?.corrected).toMatchObject({ byId: stack.editor.sub, byName: stack.editor.name });
    await eventually(() =>
      expect(publishedPages(stack.events, 'page.changed', documentId).at(-1)?.metadata?.year).toBe(1896),
    );
    // later readings do not override a correction
    await tell(1, [read('year', '1905', 0.95)]);
    expect(factOf((await pagesOf(documentId))[0], 'year')).toMatchObject({ value: '1896', read: { value: '1905' } });
    const reset = await correct(pageId, [{ fact: 'year', reset: true }]);
    expect(reset.page?.metadata).toMatchObject({ year: 1905, yearConfidence: 0.95 });
    expect(reset.history).toMatchObject([
      { fact: 'year', kind: 'reset', from: '1896', to: '1905', by: { byName: stack.editor.name } },
      { fact: 'year', kind: 'corrected', from: '1901', to: '1896' },
    ]);
  });

  it('is refused if stale or invalid; a repeated one changes nothing', async () => {
    const { pages } = await volume([[read('scale', '1 in = 60 ft')]]);
    const pageId = idOf(pages, 0);
    const seen = { expectedUpdatedAt: pages[0]?.titleBlock?.updatedAt };
    const edits = [
      { fact: 'scale', value: '50 ft. to one inch' },
      { fact: 'north', value: '15' },
    ];
    const first = await correct(pageId, edits, seen);
    expect(first.page?.metadata).toMatchObject({ mapScale: '1 in = 50 ft' });
    const again = await correct(pageId, edits, seen);
    expect(again.history).toEqual(first.history);
    const stale = await refusal(correct(pageId, [{ fact: 'city', value: 'Queens' }], seen));
    expect(stale).toMatchObject({ code: 'ABORTED', reason: 'stale' });
    const bad = await refusal(
      correct(pageId, [
        { fact: 'year', value: '18' },
        { fact: 'north', value: '400' },
      ]),
    );
    expect(Object.keys(bad.fields ?? {}).sort()).toEqual(['north', 'year']);
    const unknown = await correct(pageId, [{ fact: 'scale' }]);
    expect(unknown.page?.metadata?.mapScale).toBeUndefined();
    expect(factOf(unknown.page, 'scale')).toMatchObject({ value: undefined, source: 'person' });
    expect(await historyOf(pageId)).toHaveLength(3);
  });

  it('needs an editor; strangers find no page (OP-07)', async () => {
    const { pages } = await volume([[]]);
    const edit = [{ fact: 'city', value: 'Queens' }];
    expect(await refusal(correct(idOf(pages, 0), edit, {}, stack.viewer))).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await refusal(correct(idOf(pages, 0), edit, {}, stack.stranger))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Page not found',
    });
  });
});

describe('a correction of a volume', () => {
  const four = () => volume([[read('year', '1901')], [], [], []]);

  it('has a preview, happens once under its id, and is undone as one', async () => {
    const { documentId, pages } = await four();
    const pageId = idOf(pages, 0);
    const id = newId();
    await correct(pageId, [{ fact: 'year', value: '1896' }]);
    await correct(idOf(pages, 3), [{ fact: 'year', value: '1897' }]);
    const preview = await correctVolume(pageId, ['year'], { id, dryRun: true });
    expect(preview.changes).toMatchObject([
      { fact: 'year', to: '1896', page: { pageNumber: 2 } },
      { fact: 'year', to: '1896', page: { pageNumber: 3 } },
    ]);
    expect(await valuesOf(documentId, 'year')).toEqual(['1896', undefined, undefined, '1897']);

    expect((await correctVolume(pageId, ['year'], { id })).changes).toHaveLength(2);
    expect((await correctVolume(pageId, ['year'], { id })).changes).toEqual([]);
    expect(await valuesOf(documentId, 'year')).toEqual(['1896', '1896', '1896', '1897']);
    expect(await historyOf(idOf(pages, 1))).toMatchObject([{ kind: 'corrected', correctionId: id, to: '1896' }]);

    // a sheet edited since is skipped
    await correct(idOf(pages, 2), [{ fact: 'year', value: '1898' }]);
    const undo = async () => stack.documents.undoVolumeCorrection({ pageId, id }, await as(stack.editor));
    expect(await undo()).toMatchObject({
      changes: [{ fact: 'year', from: '1896', page: { pageNumber: 2 } }],
      keptPageIds: [idOf(pages, 2)],
    });
    expect((await undo()).changes).toEqual([]);
    expect(await valuesOf(documentId, 'year')).toEqual(['1896', undefined, '1898', '1897']);
    expect(await historyOf(idOf(pages, 1))).toMatchObject([{ kind: 'undone', from: '1896' }, { kind: 'corrected' }]);
  });

  it('changes corrected sheets only if selected, and restores them on undo', async () => {
    const { documentId, pages } = await four();
    const id = newId();
    await correct(idOf(pages, 1), [{ fact: 'year', value: '1880' }]);
    await correct(idOf(pages, 0), [{ fact: 'year', value: '1896' }]);
    const { changes } = await correctVolume(idOf(pages, 0), ['year'], { id, pageIds: [idOf(pages, 1)] });
    expect(changes).toMatchObject([{ from: '1880', to: '1896', corrected: { byName: stack.editor.name } }]);
    await stack.documents.undoVolumeCorrection({ pageId: idOf(pages, 0), id }, await as(stack.editor));
    expect(await valuesOf(documentId, 'year')).toEqual(['1896', '1880', undefined, undefined]);
  });

  it('is not offered to another edition in the file, except for shared facts', async () => {
    const { documentId, pages } = await volume([
      [read('year', '1901')],
      [read('year', '1901')],
      [read('year', '1887')],
    ]);
    const pageId = idOf(pages, 0);
    await correct(pageId, [
      { fact: 'year', value: '1902' },
      { fact: 'city', value: 'Queens' },
    ]);
    await correctVolume(pageId, ['year', 'city']);
    expect(await valuesOf(documentId, 'year')).toEqual(['1902', '1902', '1887']);
    expect(await valuesOf(documentId, 'city')).toEqual(['Queens', 'Queens', 'Queens']);
  });

  it('numbers later sheets in order, and none before the first', async () => {
    const { documentId, pages } = await four();
    await correct(idOf(pages, 1), [{ fact: 'sheet_number', value: '1' }]);
    await correctVolume(idOf(pages, 1), ['sheet_number']);
    expect(await valuesOf(documentId, 'sheet_number')).toEqual([undefined, '1', '2', '3']);
  });

  it('copies only corrections, to sheets of the same volume', async () => {
    const { pages } = await four();
    const other = await four();
    const pageId = idOf(pages, 0);
    expect((await refusal(correctVolume(pageId, ['year']))).fields).toHaveProperty('facts');
    await correct(pageId, [{ fact: 'year', value: '1896' }]);
    const foreign = await refusal(correctVolume(pageId, ['year'], { pageIds: [idOf(other.pages, 0)] }));
    expect(foreign.fields).toHaveProperty('page_ids');
    const unknown = stack.documents.undoVolumeCorrection({ pageId, id: newId() }, await as(stack.editor));
    expect(await refusal(unknown)).toMatchObject({ code: 'NOT_FOUND', message: 'Correction not found' });
  });
});

describe('the kind of pages', () => {
  it('stays as a person set it, however often pages are read; volumes follow (DATA-09, OP-07)', async () => {
    const sheet = (number: string) => [read('sheet_number', number), read('city', 'Brooklyn')];
    const { documentId, pages, tell } = await volume([sheet('1'), sheet('2'), sheet('3'), [read('sheet_number', '4')]]);
    await eventually(async () => expect((await valuesOf(documentId, 'city'))[3]).toBe('Brooklyn'));
    const edits = [
      { pageId: idOf(pages, 0), kind: 'aerial_photo', reset: false, afterChangeId: '' },
      { pageId: idOf(pages, 3), kind: '', reset: false, afterChangeId: '' },
    ];
    const { changes } = await stack.documents.correctPageKinds({ documentId, edits }, await as(stack.editor));
    await tell(1, sheet('1'));
    const kinds = async () => (await pagesOf(documentId)).map(({ metadata }) => metadata?.pageType);
    expect(await kinds()).toEqual(['aerial_photo', 'sanborn_map', 'sanborn_map', '']);
    // the volume no longer adds readings to a page that is no longer a sheet
    await eventually(async () => expect((await valuesOf(documentId, 'city'))[3]).toBeUndefined());
    expect((await historyOf(idOf(pages, 0)))[0]).toMatchObject({
      ...{ id: changes[0]?.changeId, fact: 'page_type', from: 'sanborn_map', to: 'aerial_photo' },
      by: { byId: stack.editor.sub },
    });
    const back = changes.map(({ page, changeId }) => ({
      ...{ pageId: page?.id ?? '', kind: '', reset: true, afterChangeId: changeId },
    }));
    await stack.documents.correctPageKinds({ documentId, edits: back }, await as(stack.editor));
    expect(await kinds()).toEqual(Array.from({ length: 4 }, () => 'sanborn_map'));
  });
});
