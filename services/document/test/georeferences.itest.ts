/** Places of sheets on the earth over gRPC: points, history, events, deletion of the document. */
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { planeAt } from '@symbio/georeference';
import { ControlPoint, GeoreferenceEvent, PageMetadata } from '@symbio/proto/document';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack.stop());

async function sheet(name: string, size = { width: 1_000, height: 2_000 }) {
  const { id: documentId, projectId } = await stack.upload(await textPdf(name), { category: 'sanborn_maps' });
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 1 }, worker);
  const record = async (pixels: typeof size, contentHash: string) => {
    const prefix = `${documentPrefix(projectId, documentId)}/pages/1/${contentHash}`;
    return stack.documents.recordPage(
      {
        ...{ documentId, jobId, pageNumber: 1, contentHash, tileFormat: 'jpg' },
        ...{ imagePath: `${prefix}/pyramid.tif`, thumbnailPath: `${prefix}/thumbnail.webp` },
        ...{ ...pixels, dpi: 100, analyzed: true, words: [] },
        metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', year: 1896 }),
      },
      worker,
    );
  };
  const { page } = await record(size, 'abc1');
  return { documentId, projectId, pageId: page?.id ?? '', record };
}

const ORIGIN = { longitude: -73.945, latitude: 40.787 };
const at = (x: number, y: number, more: Partial<ControlPoint> = {}): ControlPoint => {
  const { longitude, latitude } = planeAt(ORIGIN).toPlace((x - 500) * 0.9, (1_000 - y) * 0.9);
  return ControlPoint.fromPartial({ x, y, longitude, latitude, used: true, source: 'map', ...more });
};
const points = [at(100, 100, { name: '3rd Avenue' }), at(900, 150), at(880, 1_900), at(120, 1_850)];

describe('georeferences of sheets', () => {
  it('are set by editors, with history and undo, and published', async () => {
    const { pageId, projectId } = await sheet('placed');
    const as = { editor: await callAs(stack.editor), viewer: await callAs(stack.viewer) };
    const before = await stack.documents.getGeoreference({ pageId }, as.viewer);
    expect(before.georeference).toMatchObject({ state: 'none', points: [], id: '' });

    const { georeference: placed } = await stack.documents.saveGeoreference({ pageId, points }, as.editor);
    expect(placed).toMatchObject({ state: 'exact', stateText: 'exact, within 6 ft', byName: stack.editor.name });
    expect(placed?.fit).toMatchObject({ kind: 'affine', expectedFeet: 6 });
    expect(placed?.footprint).toHaveLength(5);

    // a repeat changes nothing; a stale one is refused
    const again = await stack.documents.saveGeoreference({ pageId, points }, as.editor);
    expect(again.georeference?.updatedAt).toEqual(placed?.updatedAt);
    const fewer = points.slice(0, 2);
    const expectedUpdatedAt = new Date(0);
    expect(
      await refusal(stack.documents.saveGeoreference({ pageId, points: fewer, expectedUpdatedAt }, as.editor)),
    ).toMatchObject({ code: 'ABORTED', reason: 'stale' });

    const { georeference: rough } = await stack.documents.saveGeoreference({ pageId, points: fewer }, as.editor);
    expect(rough).toMatchObject({ state: 'rough', stateText: 'rough, about 25 ft' });
    // unchanged points keep their id
    expect(rough?.points[0]?.id).toBe(placed?.points[0]?.id);
    const historyId = rough?.history.at(-1)?.id ?? '';
    const { georeference: back } = await stack.documents.undoGeoreference({ pageId, historyId }, as.editor);
    expect(back?.points).toEqual(placed?.points);
    expect(back?.history.map(({ kind }) => kind)).toEqual(['points', 'points', 'restored']);

    await eventually(() => {
      const published = stack.events.of(placed?.id ?? '');
      expect(published.map(({ name, data }) => [name, GeoreferenceEvent.fromJSON(data).georeference?.state])).toEqual([
        ['georeference.created', 'exact'],
        ['georeference.changed', 'rough'],
        ['georeference.changed', 'exact'],
      ]);
    });

    // lengths follow the place, not the resolution that the file claims
    const { page } = await stack.documents.getPage({ id: pageId }, as.viewer);
    expect(page?.sheetScale).toMatchObject({
      basis: 'georeference',
      note: 'by its place on the earth, exact, within 6 ft',
    });
    expect(page?.sheetScale?.feetPerPixel).toBeCloseTo(0.9, 3);

    const place = planeAt(ORIGIN).toPlace(0, 0);
    const { sheets } = await stack.documents.findSheetsAt({ projectId, place }, as.viewer);
    expect(sheets).toMatchObject([{ georeference: { pageId, year: 1896, pageNumber: 1 } }]);
    expect(sheets[0]?.pixel?.x).toBeCloseTo(500, 1);
  });

  it('are refused to viewers, strangers and agents, and with points that place no sheet', async () => {
    const { pageId } = await sheet('refused');
    const save = async (person: Parameters<typeof callAs>[0], input = points) =>
      refusal(stack.documents.saveGeoreference({ pageId, points: input }, await callAs(person)));
    expect((await save(stack.viewer)).code).toBe('PERMISSION_DENIED');
    expect((await save(stack.stranger)).code).toBe('NOT_FOUND');
    expect(await save({ ...stack.editor, via: 'api_key', agentId: newId() })).toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'agents_propose',
    });
    const corners = [at(0, 0), at(900, 900), at(900, 0), at(0, 900)];
    const masked = stack.documents.saveGeoreference({ pageId, points, mask: corners }, await callAs(stack.editor));
    expect(await refusal(masked)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { mask: 'mask must not cross or touch itself.' },
    });
    expect(await save(stack.editor, points.slice(0, 1))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { points: 'Two places are the least: click a street crossing on the sheet, then the same on the map.' },
    });
  });

  it('follow the picture, and their document into deletion and back', async () => {
    const { pageId, documentId, projectId, record } = await sheet('deleted');
    const as = { editor: await callAs(stack.editor), viewer: await callAs(stack.viewer) };
    await stack.documents.saveGeoreference({ pageId, points }, as.editor);
    await record({ width: 2_000, height: 4_000 }, 'abc2');
    await eventually(async () => {
      const { georeference } = await stack.documents.getGeoreference({ pageId }, as.viewer);
      expect(georeference).toMatchObject({
        pictureWidth: 2_000,
        state: 'exact',
        points: [{ x: 200, y: 200 }, {}, {}, {}],
      });
    });
    const listed = async () => {
      const bbox = [-74, 40.7, -73.9, 40.8];
      const answer = await stack.documents.listGeoreferences({ projectId, year: 1896, bbox }, as.viewer);
      return answer.georeferences.map((one) => one.pageId).includes(pageId);
    };
    expect(await listed()).toBe(true);
    await stack.documents.deleteDocument({ id: documentId }, as.editor);
    expect(await listed()).toBe(false);
    const located = await stack.documents.locatePages({ pageIds: [pageId] }, as.viewer);
    expect(located.georeferences).toEqual([]);
    await stack.documents.restoreDocument({ id: documentId }, as.editor);
    expect(await listed()).toBe(true);
    const { georeference } = await stack.documents.getGeoreference({ pageId }, as.viewer);
    expect(georeference?.points).toHaveLength(4);
  });

  it('say that an aligned sheet is at the same place', async () => {
    const [placed, other] = [await sheet('1896'), await sheet('1911')];
    const as = await callAs(stack.editor);
    await stack.documents.saveGeoreference({ pageId: placed.pageId, points }, as);
    const pairs = [
      { fromX: 100, fromY: 100, toX: 200, toY: 200 },
      { fromX: 500, fromY: 900, toX: 600, toY: 1_000 },
    ];
    await stack.documents.saveAlignment({ firstPageId: other.pageId, secondPageId: placed.pageId, pairs }, as);
    const { georeference } = await stack.documents.getGeoreference({ pageId: other.pageId }, as);
    expect(georeference).toMatchObject({ state: 'same_place', samePlacePageId: placed.pageId, points: [] });
    expect(georeference?.stateText).toMatch(/^as page 1 of .*, 1896$/);
  });
});
