/** Street files of a project, and places of sheets that are proposed from their street names. */
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { planeAt, type Place } from '@symbio/georeference';
import { PageMetadata, Word } from '@symbio/proto/document';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, uploadOf, type Stack } from './stack.js';

let stack: Stack;
beforeAll(async () => (stack = await startStack()));
afterAll(() => stack.stop());

const SITE: Place = { longitude: -100, latitude: 40 };
const AVENUES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elmwood', 'Forest', 'Ginkgo', 'Hawthorn'];
const SHEET = { width: 1_400, height: 2_000 };
const FEET_PER_PIXEL = 0.85;

/** North up: avenues are 600 feet apart, streets 260. */
const placeAt = (avenue: number, street: number): Place =>
  planeAt(SITE).toPlace((avenue - 3) * 600 + (avenue % 3) * 40, (street - 15) * 260 + (street % 4) * 15);
const CSV = [
  'street1,street2,latitude,longitude',
  ...AVENUES.flatMap((avenue, column) =>
    Array.from({ length: 30 }, (_, row) => {
      const { longitude, latitude } = placeAt(column, row + 1);
      return `${avenue} Avenue,East ${row + 1}th Street,${latitude},${longitude}`;
    }),
  ),
].join('\n');

const word = (text: string, place: Place, angle: number): Word => {
  const [east, north] = planeAt(SITE).toFeet(place);
  const [x, y] = [SHEET.width / 2 + east / FEET_PER_PIXEL, SHEET.height / 2 - north / FEET_PER_PIXEL];
  const [width, height] = angle === 0 ? [110, 24] : [24, 110];
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  return Word.fromPartial({ text, ...box, confidence: 0.9, angle, turned: angle === 0 ? 0 : 270 });
};
const WORDS = [
  ...[14, 15, 16, 17].map((street) => word(`${street}TH`, placeAt(2.5, street), 0)),
  ...([2, 3] as const).map((avenue) => word((AVENUES[avenue] ?? '').toUpperCase(), placeAt(avenue, 15.5), -90)),
];

async function sheet(name: string, projectId = stack.projectId) {
  const { id: documentId } = await stack.upload(await textPdf(name), { category: 'sanborn_maps', projectId });
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 1 }, worker);
  const prefix = `${documentPrefix(projectId, documentId)}/pages/1/abc1`;
  const { page } = await stack.documents.recordPage(
    {
      ...{ documentId, jobId, pageNumber: 1, contentHash: 'abc1', tileFormat: 'jpg' },
      ...{ imagePath: `${prefix}/pyramid.tif`, thumbnailPath: `${prefix}/thumbnail.webp` },
      ...{ ...SHEET, dpi: 100, analyzed: true, words: WORDS },
      metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', year: 1896 }),
    },
    worker,
  );
  return { documentId, pageId: page?.id ?? '' };
}

async function add(
  content: string,
  { id = newId(), actor = stack.editor, projectId = stack.projectId, fileName = 'crossings.csv' } = {},
) {
  const header = { id, projectId, fileName };
  return stack.documents.addStreets(uploadOf(Buffer.from(content), header), await callAs(actor));
}

describe('streets of a project', () => {
  it('are added once, listed, looked up and deleted', async () => {
    const as = { editor: await callAs(stack.editor), viewer: await callAs(stack.viewer) };
    const { projectId } = stack;
    const id = newId();
    const { file } = await add(CSV, { id });
    expect(file).toMatchObject({ fileName: 'crossings.csv', streets: 38, crossings: 240, byName: stack.editor.name });
    expect((await add(CSV, { id })).file).toEqual(file);
    const listed = await stack.documents.listStreets({ projectId }, as.viewer);
    expect(listed.files).toEqual([file]);

    const find = async (query: string) =>
      (await stack.documents.findStreetPlaces({ projectId, query }, as.viewer)).places;
    const [found] = await find('E 15 St & Cedar Ave');
    expect(found).toMatchObject({ kind: 'crossing', name: 'Cedar Avenue & East 15th Street' });
    expect(found?.longitude).toBeCloseTo(placeAt(2, 15).longitude, 6);
    expect(await find('Cedar & Maple')).toEqual([]);
    await add('alias,name\nMud Lane,Cedar Avenue\n');
    expect(await find('15th St at Mud Lane')).toHaveLength(1);
    expect(await refusal(stack.documents.findStreetPlaces({ projectId, query: 'x' }, as.viewer))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });

    await stack.documents.deleteStreets({ projectId, fileId: '' }, as.editor);
    expect((await stack.documents.listStreets({ projectId }, as.viewer)).files).toEqual([]);
    expect(await find('E 15 St & Cedar Ave')).toEqual([]);
  });

  it('are refused to viewers and strangers, and if they cannot be read', async () => {
    expect((await refusal(add(CSV, { actor: stack.viewer }))).code).toBe('PERMISSION_DENIED');
    expect((await refusal(add(CSV, { actor: stack.stranger }))).code).toBe('NOT_FOUND');
    expect(await refusal(add('{"type": "FeatureCollection", "features": []}'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason: 'bad_street_file',
      message: 'Streets could not be read: no line has a name.',
    });
  });
});

describe('lines of streets within a box', () => {
  const at = (east: number, north: number): [number, number] => {
    const { longitude, latitude } = planeAt(SITE).toPlace(east, north);
    return [longitude, latitude];
  };
  const line = (name: string, from: number, coordinates: [number, number][]) => ({
    type: 'Feature',
    properties: { name, lfromadd: from, ltoadd: from + 98, rfromadd: from + 1, rtoadd: from + 99 },
    geometry: { type: 'LineString', coordinates },
  });
  const features = [
    ...[0, 1, 2].map((block) => line('Main Street', 100 * (block + 1), [at(300 * block, 0), at(300 * block + 300, 0)])),
    line('Second Avenue', 100, [at(300, -4_100), at(300, 300)]),
    line('Third Avenue', 100, [at(-5_000, -4_000), at(5_000, -4_000)]),
  ];
  const LINES = JSON.stringify({ type: 'FeatureCollection', features });
  const box = (east: number, north: number): number[] => [...at(100, -200), ...at(east, north)];
  it('are joined and clipped, with their file, for those who may read the project', async () => {
    const { projectId } = stack;
    await stack.documents.deleteStreets({ projectId, fileId: '' }, await callAs(stack.editor));
    await add(LINES, { fileName: 'lines.geojson' });
    const find = async (bbox: number[], actor = stack.viewer) =>
      stack.documents.findStreetLines({ projectId, bbox }, await callAs(actor));
    const found = await find(box(700, 200));
    expect(found.fileNames).toEqual(['lines.geojson']);
    expect(found.lines.map(({ name, degrees }) => [name, degrees.length])).toEqual([
      ['Main Street', 8],
      ['Second Avenue', 4],
    ]);
    const [west, , east] = box(700, 200);
    expect(found.lines[0]?.degrees[0]).toBeCloseTo(west ?? NaN, 6);
    expect(found.lines[0]?.degrees.at(-2)).toBeCloseTo(east ?? NaN, 6);
    expect(await find(box(150, 200))).toMatchObject({ lines: [{ name: 'Main Street' }] });
    expect(await find([10, 10, 10.1, 10.1])).toEqual({ lines: [], fileNames: [] });
    expect((await find([-130, 10, -70, 70])).lines.map(({ name }) => name)).toContain('Third Avenue');
    const many = Array.from({ length: 1_000 }, (_, block) =>
      line('Main Street', 2 * block, [at(block, 50), at(block + 1, 50)]),
    );
    await add(JSON.stringify({ type: 'FeatureCollection', features: many }));
    expect(await find(box(700, 200))).toMatchObject({ lines: [{ name: 'Main Street' }, {}, {}] });
    expect(await find([-130, 10, -70, 70])).toEqual({ lines: [], fileNames: [] });
    expect((await refusal(find([1, 2, 3]))).code).toBe('INVALID_ARGUMENT');
    expect((await refusal(find(box(700, 200), stack.stranger))).code).toBe('NOT_FOUND');
    await stack.documents.deleteStreets({ projectId, fileId: '' }, await callAs(stack.editor));
  });
});

describe('the place of a sheet', () => {
  it('is proposed from street names, and accepted by a person', async () => {
    const { pageId } = await sheet('proposed');
    const as = await callAs(stack.editor);
    const why = async () => (await stack.documents.proposeGeoreference({ pageId }, as)).proposal?.why;
    stack.properties[stack.projectId] = null;
    expect(await why()).toContain('the project has no coordinate, ZIP code or city');
    stack.properties[stack.projectId] = SITE;
    expect(await why()).toContain('there are no street lines');
    await add(CSV);
    const { proposal } = await stack.documents.proposeGeoreference({ pageId }, as);
    expect(proposal).toMatchObject({ state: 'proposed', agreeing: 6 });
    expect(proposal?.streets).toContain('Cedar Avenue');
    const seen = await stack.documents.getGeoreference({ pageId }, await callAs(stack.viewer));
    expect(seen).toMatchObject({ georeference: { state: 'none' }, proposal: { state: 'proposed' } });

    const pointIds = proposal?.points.map(({ id }) => id) ?? [];
    expect(await refusal(stack.documents.acceptGeoreference({ pageId, pointIds: [newId()] }, as))).toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const agent = await callAs({ ...stack.editor, via: 'api_key', agentId: newId() });
    expect(await refusal(stack.documents.acceptGeoreference({ pageId, pointIds }, agent))).toMatchObject({
      reason: 'agents_propose',
    });
    const { georeference } = await stack.documents.acceptGeoreference({ pageId, pointIds }, as);
    expect(georeference?.points).toHaveLength(pointIds.length);
    expect(georeference?.points[0]).toMatchObject({ source: 'proposed', byName: stack.editor.name, used: true });
    expect(georeference?.fit?.feetPerPixel).toBeCloseTo(FEET_PER_PIXEL, 2);
    // a repeat changes nothing
    const again = await stack.documents.acceptGeoreference({ pageId, pointIds }, as);
    expect(again.georeference?.updatedAt).toEqual(georeference?.updatedAt);
  });

  it('has crossings offered for a pixel, by the names around it or by a place', async () => {
    const { pageId } = await sheet('clicked');
    await add(CSV);
    const viewer = await callAs(stack.viewer);
    const find = async (near: number[] = []) => {
      const [east, north] = planeAt(SITE).toFeet(placeAt(2, 15));
      const pixel = { x: SHEET.width / 2 + east / FEET_PER_PIXEL, y: SHEET.height / 2 - north / FEET_PER_PIXEL };
      return (await stack.documents.findCrossings({ pageId, ...pixel, near }, viewer)).places;
    };
    const [first] = await find();
    expect(first).toMatchObject({ kind: 'crossing', name: 'Cedar Avenue & East 15th Street' });
    const { longitude, latitude } = placeAt(3, 20);
    expect((await find([longitude, latitude]))[0]?.name).toMatch(/ & East 20th Street$/);
    expect((await refusal(find([longitude]))).code).toBe('INVALID_ARGUMENT');
    const stranger = await callAs(stack.stranger);
    const asked = { pageId, x: 1, y: 1, near: [] };
    expect((await refusal(stack.documents.findCrossings(asked, stranger))).code).toBe('NOT_FOUND');
  });

  it('is not proposed without a proposal, nor by viewers', async () => {
    const { pageId } = await sheet('other');
    const as = await callAs(stack.editor);
    expect(await refusal(stack.documents.acceptGeoreference({ pageId, pointIds: [newId()] }, as))).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'no_proposal',
    });
    const viewer = await callAs(stack.viewer);
    expect((await refusal(stack.documents.proposeGeoreference({ pageId }, viewer))).code).toBe('PERMISSION_DENIED');
  });
});
