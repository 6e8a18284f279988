/** Alignments over gRPC: stored pairs, events, removal with a document. */
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { AlignmentEvent, PageMetadata } from '@symbio/proto/document';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack.stop());

async function volume(name: string): Promise<{ documentId: string; sheets: [string, string] }> {
  const { id: documentId, projectId } = await stack.upload(await textPdf(name), { category: 'sanborn_maps' });
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 2 }, worker);
  for (const pageNumber of [1, 2]) {
    const prefix = `${documentPrefix(projectId, documentId)}/pages/${pageNumber}/abc`;
    await stack.documents.recordPage(
      {
        ...{ documentId, jobId, pageNumber, contentHash: `abc${pageNumber}`, tileFormat: 'jpg' },
        ...{ imagePath: `${prefix}/pyramid.tif`, thumbnailPath: `${prefix}/thumbnail.webp` },
        ...{ width: 6_400, height: 7_600, dpi: 300, analyzed: true, words: [] },
        metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map' }),
      },
      worker,
    );
  }
  const { pages } = await stack.documents.listPages({ documentId }, await callAs(stack.viewer));
  return { documentId, sheets: [pages[0]?.id ?? '', pages[1]?.id ?? ''] };
}

const pairs = [
  { fromX: 100, fromY: 200, toX: 300, toY: 400 },
  { fromX: 500, fromY: 200, toX: 700, toY: 404 },
];

describe('alignments of sheets', () => {
  it('are stored per pair, published, and removed with a document', async () => {
    const [older, younger] = [await volume('1887'), await volume('1896')];
    const [firstPageId, secondPageId] = [older.sheets[0], younger.sheets[0]];
    const other = { firstPageId: younger.sheets[1], secondPageId: older.sheets[1] };
    const as = { editor: await callAs(stack.editor), viewer: await callAs(stack.viewer) };
    const { alignment } = await stack.documents.saveAlignment({ firstPageId, secondPageId, pairs }, as.editor);
    expect(alignment).toMatchObject({ firstPageId, secondPageId, pairs, byName: stack.editor.name });
    await stack.documents.saveAlignment({ ...other, pairs, base: { re: 1, im: 0, x: 3, y: 4 } }, as.editor);

    const ask = { firstPageId: secondPageId, secondPageId: firstPageId };
    const { alignments } = await stack.documents.listAlignments(ask, as.viewer);
    expect(alignments.map((one) => one.firstPageId)).toEqual([firstPageId, other.firstPageId]);
    expect(alignments[1]?.base).toEqual({ re: 1, im: 0, x: 3, y: 4 });
    await eventually(() => {
      const told = stack.events.of(alignment?.id ?? '');
      expect(told.map(({ name, data }) => [name, AlignmentEvent.fromJSON(data).alignment?.pairs.length])).toEqual([
        ['alignment.created', 2],
      ]);
    });

    expect((await refusal(stack.documents.saveAlignment({ ...ask, pairs }, as.viewer))).code).toBe('PERMISSION_DENIED');
    const stranger = await callAs(stack.stranger);
    expect((await refusal(stack.documents.listAlignments(ask, stranger))).code).toBe('NOT_FOUND');

    // only the alignment with the deleted document goes
    const third = await volume('1906');
    await stack.documents.saveAlignment({ firstPageId: third.sheets[0], secondPageId, pairs }, as.editor);
    await stack.documents.deleteDocument({ id: older.documentId }, as.editor);
    expect((await refusal(stack.documents.listAlignments(ask, as.viewer))).code).toBe('NOT_FOUND');
    const left = await stack.documents.listAlignments({ firstPageId: third.sheets[1], secondPageId }, as.viewer);
    expect(left.alignments).toHaveLength(1);
  });
});
