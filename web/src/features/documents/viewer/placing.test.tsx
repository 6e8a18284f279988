import { act, screen, waitFor, within } from '@testing-library/react';
import type { Georeference } from '../../../evidence/georeferences-api.js';
import { project } from '../../../testing/fixtures.js';
import { CORNERS, georeferenceOf, placeOfPixel } from '../../../testing/georeference.js';
import { open, prepareStage, stage } from './viewer-stage.js';

prepareStage();

const PATH = '/api/public/document-pages/p1/georeference';
const PUT = `PUT ${PATH}`;
let stored: Georeference;

beforeEach(() => {
  stored = georeferenceOf('p1', []);
  stage.server.on(`GET ${PATH}`, () => ({ json: { data: stored } }));
  stage.server.on(`GET /api/projects/${project.id}/streets`, { json: { data: [], count: 0 } });
  stage.server.on(PUT, ({ body }) => {
    const { points } = body as { points: { x: number; y: number; used: boolean }[] };
    stored = georeferenceOf('p1', points, {
      updated_at: `2026-11-27T10:00:0${stage.server.requestsOf(PUT).length}.000Z`,
    });
    stored.points.forEach((point, index) => (point.used = points[index]?.used ?? true));
    return { json: { data: stored } };
  });
});

const pane = async () => within(await screen.findByRole('region', { name: 'Place on the map' }));
const clickSheet = (pixel: { x: number; y: number }) => act(() => stage.sheet.actions.place?.(pixel));
const clickMap = (pixel: { x: number; y: number }) => act(() => stage.map.onClick?.(placeOfPixel(pixel), null));

async function opened(role: 'owner' | 'viewer' = 'owner') {
  const view = open('/documents/d1', role);
  await screen.findByTestId('sheet');
  await view.user.keyboard('g');
  await screen.findByTestId('map');
  return view;
}

describe('placing a sheet on the map', () => {
  it('opens beside the sheet with G, where a click names a pixel, and closes with G', async () => {
    const { user } = await opened();
    expect(stage.sheet.controls.tool).toBe('place');
    expect(screen.queryByRole('complementary', { name: 'Annotations' })).toBeNull();
    await user.keyboard('g');
    expect(screen.queryByTestId('map')).toBeNull();
    expect(stage.sheet.controls.tool).not.toBe('place');
  });

  it('saves from the second place on, clicked or typed, and shows the sheet on the map at 60 %', async () => {
    const { user } = await opened();
    const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }] = CORNERS;
    clickSheet(first);
    clickMap(first);
    const shown = await pane();
    expect(shown.getByText(/^Two places are the least/)).toBeTruthy();
    expect(shown.getByText('not placed · 1 place · not saved')).toBeTruthy();
    expect(stage.server.requestsOf(PUT)).toEqual([]);
    clickSheet(second);
    const { latitude, longitude } = placeOfPixel(second);
    await user.type(
      shown.getByLabelText('Crossing, address or coordinates'),
      `${latitude.toFixed(7)}, ${longitude.toFixed(7)}{Enter}`,
    );
    await waitFor(() => expect(stage.server.requestsOf(PUT)).toHaveLength(1));
    expect(stage.server.requestsOf(PUT)[0]?.body).toMatchObject({
      points: [
        { ...first, source: 'map', used: true },
        { ...second, source: 'typed', used: true },
      ],
    });
    expect(await shown.findByText('rough, about 25 ft · 2 places')).toBeTruthy();
    expect(stage.map.sheets[0]?.opacity).toBe(0.6);
    // out of the text field
    await user.click(screen.getByTestId('sheet'));
    await user.keyboard('w');
    expect(stage.map.sheets[0]?.opacity).toBe(1);
    await user.keyboard('w');
    expect(stage.map.sheets).toEqual([]);
  });

  it('takes a crossing of the street lines by its name, and asks which of several is meant', async () => {
    const [pixel = { x: 0, y: 0 }] = CORNERS;
    const crossing = { name: 'East 98th Street & 2nd Avenue', kind: 'crossing', ...placeOfPixel(pixel) };
    const other = { ...crossing, name: 'East 98th Street & 2nd Avenue West', latitude: crossing.latitude + 0.01 };
    stage.server.on(`GET /api/projects/${project.id}/street-places`, ({ query }) => ({
      json: { data: query.get('q')?.startsWith('E 98th') ? [crossing, other] : [], count: 0 },
    }));
    const { user } = await opened();
    const shown = await pane();
    const field = shown.getByLabelText('Crossing, address or coordinates');
    await user.type(field, 'Nowhere St & 1st Ave{Enter}');
    expect(await shown.findByText('The street lines of this project have no such crossing or address.')).toBeTruthy();
    clickSheet(pixel);
    await user.clear(field);
    await user.type(field, 'E 98th St & 2nd Ave{Enter}');
    await user.click(await shown.findByRole('button', { name: crossing.name }));
    expect(await shown.findByDisplayValue(crossing.name)).toBeTruthy();
    expect(shown.getByText('not placed · 1 place · not saved')).toBeTruthy();
  });

  it('offers the crossings that a clicked pixel may show, and takes one with a click', async () => {
    const [first = { x: 0, y: 0 }, second = { x: 0, y: 0 }, third = { x: 0, y: 0 }] = CORNERS;
    const CROSSINGS = 'GET /api/document-pages/p1/crossings';
    stage.server.on(CROSSINGS, ({ query }) => {
      const place = placeOfPixel({ x: Number(query.get('x')), y: Number(query.get('y')) });
      return { json: { data: [{ name: `Crossing ${query.get('x')}`, kind: 'crossing', ...place }] } };
    });
    const { user } = await opened();
    const shown = await pane();
    for (const pixel of [first, second]) {
      clickSheet(pixel);
      await user.click(await shown.findByRole('button', { name: `Crossing ${Math.round(pixel.x)}` }));
      expect(await shown.findByDisplayValue(`Crossing ${Math.round(pixel.x)}`)).toBeTruthy();
      expect(shown.queryByRole('group', { name: 'Is it one of these crossings?' })).toBeNull();
    }
    await waitFor(() => expect(stage.server.requestsOf(PUT)).toHaveLength(1));
    const points = [first, second].map((pixel) => ({ ...pixel, source: 'crossing', used: true }));
    expect(stage.server.requestsOf(PUT)[0]?.body).toMatchObject({ points });
    // two points say where the third is
    clickSheet(third);
    await shown.findByRole('group', { name: 'Is it one of these crossings?' });
    const asked = stage.server.requestsOf(CROSSINGS).map(({ query }) => query.get('near'));
    expect(asked.slice(0, 2)).toEqual([null, null]);
    const [longitude = 0, latitude = 0] = (asked[2] ?? '').split(',').map(Number);
    expect(longitude).toBeCloseTo(placeOfPixel(third).longitude, 4);
    expect(latitude).toBeCloseTo(placeOfPixel(third).latitude, 4);
  });

  it('says that a clicked pixel shows no known crossing', async () => {
    stage.server.on('GET /api/document-pages/p1/crossings', { json: { data: [] } });
    await opened();
    const shown = await pane();
    clickSheet(CORNERS[0] ?? { x: 0, y: 0 });
    expect(await shown.findByText('No crossing was found here. Type its place instead.')).toBeTruthy();
  });

  it('says that street lines are missing, and adds them', async () => {
    const STREETS = `/api/projects/${project.id}/streets`;
    const file = { id: 's1', file_name: 'streets.csv', of_installation: false, crossings: 3_241 };
    let files: (typeof file)[] = [];
    stage.server.on(`GET ${STREETS}`, () => ({ json: { data: files, count: files.length } }));
    stage.server.on(`POST ${STREETS}`, () => {
      const isFirst = stage.server.requestsOf(`POST ${STREETS}`).length === 1;
      files = isFirst ? [] : [file];
      const refused = { file_name: 'a.csv', error: 'Streets could not be read: no line has a name.', code: 'no_names' };
      return { status: 201, json: { data: [isFirst ? refused : file] } };
    });
    const { user } = await opened();
    const shown = within(await (await pane()).findByRole('region', { name: 'Street lines' }));
    expect(shown.getByText(/^This project has no street lines/)).toBeTruthy();
    const choose = () => user.upload(shown.getByLabelText('Choose a street file'), new File(['x'], 'streets.csv'));
    await choose();
    expect((await shown.findByRole('alert')).textContent).toBe('Streets could not be read: no line has a name.');
    await choose();
    expect(await shown.findByText('Street lines with 3,241 crossings.')).toBeTruthy();
    expect(shown.queryByRole('alert')).toBeNull();
  });

  it('takes the places of a file of another program, and says why it cannot', async () => {
    const IMPORT = `POST ${PATH}/import`;
    const sentence = 'The file has no places.';
    stage.server.on(IMPORT, ({ body }) => {
      const { content } = body as { content: string };
      if (content === '') return { status: 400, json: { error: sentence, code: 'invalid_fields', fields: {} } };
      stored = georeferenceOf('p1', CORNERS, { updated_at: '2026-11-27T12:00:00.000Z' });
      return { json: { data: stored } };
    });
    const { user } = await opened();
    const shown = await pane();
    expect(shown.queryByRole('button', { name: 'Export' })).toBeNull();
    // jsdom cannot read files
    const fileOf = (text: string) =>
      Object.assign(new File([text], 'sheet.points'), { text: () => Promise.resolve(text) });
    const choose = async (text: string) =>
      user.upload(await shown.findByLabelText('Choose a file with places'), fileOf(text));
    await choose('');
    expect((await shown.findByRole('alert')).textContent).toBe(sentence);
    await choose('mapX,mapY,sourceX,sourceY');
    expect(await shown.findByText('exact, within 6 ft · 4 places')).toBeTruthy();
    expect(stage.server.requestsOf(IMPORT)[1]?.body).toMatchObject({ content: 'mapX,mapY,sourceX,sourceY' });
    expect(await shown.findByRole('button', { name: 'Export' })).toBeTruthy();
  });

  it('sends the version that it saw, and says when somebody else was first', async () => {
    stored = georeferenceOf('p1', CORNERS);
    const { user } = await opened();
    const shown = await pane();
    expect(await shown.findByText('exact, within 6 ft · 4 places')).toBeTruthy();
    const sentence = 'Somebody has changed the places of this sheet since you opened it.';
    stage.server.on(PUT, { status: 409, json: { error: sentence, code: 'stale' } });
    await user.click(shown.getByRole('checkbox', { name: 'Use place 4' }));
    expect(await shown.findByText(sentence)).toBeTruthy();
    expect(stage.server.requestsOf(PUT)[0]?.body).toMatchObject({ updated_at: '2026-11-27T10:00:00.000Z' });
    stored = georeferenceOf('p1', CORNERS.slice(0, 2), { updated_at: '2026-11-27T11:00:00.000Z' });
    await user.click(shown.getByRole('button', { name: 'Show the current places' }));
    expect(await shown.findByText('rough, about 25 ft · 2 places')).toBeTruthy();
    expect(stage.server.requestsOf(PUT)).toHaveLength(1);
  });

  it('names the place that does not fit, and leaves it out on a click', async () => {
    stored = georeferenceOf('p1', [...CORNERS, { x: 300, y: 350 }]);
    const wrong = stored.points[4];
    if (wrong) Object.assign(wrong, placeOfPixel({ x: 480, y: 350 }), { name: 'Wythe Ave & Rodney St' });
    const { user } = await opened();
    const shown = await pane();
    expect(
      await shown.findByText(/^Place 5, Wythe Ave & Rodney St, does not fit the others: it is 144 ft away/),
    ).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Leave it out' }));
    expect(await shown.findByText(/4 places · 1 left out/)).toBeTruthy();
    await waitFor(() => expect(stage.server.requestsOf(PUT)).toHaveLength(1));
  });

  it('drops half a place with Esc, deletes the selected one with D, and undoes with Ctrl+Z', async () => {
    const history = [
      { ...{ id: 'h1', kind: 'points' as const, points_before: 0 }, by_id: 'u1', by_name: 'Ada Marsh', at: null },
    ];
    stored = georeferenceOf('p1', CORNERS, { history });
    stage.server.on(`POST ${PATH}/undo`, () => {
      stored = georeferenceOf('p1', [], { history: [...history, { ...history[0]!, id: 'h2', kind: 'restored' }] });
      return { json: { data: stored } };
    });
    const { user } = await opened();
    const shown = await pane();
    await shown.findByText('exact, within 6 ft · 4 places');
    clickSheet({ x: 10, y: 10 });
    expect(shown.getByText(/^Now click the same place on the map/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(shown.getByText(/^Click a place on the sheet/)).toBeTruthy();
    await user.keyboard('{Control>}z{/Control}');
    expect(await shown.findByText('not placed · 0 places')).toBeTruthy();
    expect(stage.server.requestsOf(`POST ${PATH}/undo`).map(({ body }) => body)).toEqual([{ history_id: 'h1' }]);
    expect(shown.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true);
  });

  it('shows readers where the sheet is, and changes nothing', async () => {
    stored = georeferenceOf('p1', CORNERS);
    await opened('viewer');
    const shown = await pane();
    expect(await shown.findByText('exact, within 6 ft · 4 places')).toBeTruthy();
    expect(stage.sheet.controls.tool).not.toBe('place');
    expect(shown.queryByLabelText('Crossing, address or coordinates')).toBeNull();
    expect(shown.getByRole('checkbox', { name: 'Use place 1' })).toHaveProperty('disabled', true);
  });
});

describe('proposed places', () => {
  const points = CORNERS.slice(0, 3).map((pixel, at) => ({
    ...{ id: `q${at}`, ...pixel, ...placeOfPixel(pixel), name: `${at + 1}th St x 2nd Ave` },
  }));
  const proposal = { state: 'proposed', points, agreeing: 3, streets: [], score: 3, next: 0, made_at: null };

  it('are accepted one by one or all at once', async () => {
    const why = 'Three street names on the sheet agree.';
    stage.server.on(`POST ${PATH}/propose`, { json: { data: { ...proposal, why } } });
    const accepted: string[] = [];
    stage.server.on(`POST ${PATH}/accept`, ({ body }) => {
      accepted.push(...(body as { point_ids: string[] }).point_ids);
      stored = georeferenceOf('p1', CORNERS.slice(0, accepted.length), {
        updated_at: `2026-11-27T10:00:0${accepted.length}.000Z`,
      });
      return { json: { data: stored } };
    });
    const { user } = await opened();
    const shown = await pane();
    await user.click(await shown.findByRole('button', { name: 'Propose places by street names' }));
    expect(await shown.findByText(why)).toBeTruthy();
    expect(stage.map.markers.map(({ text }) => text)).toEqual(['?', '?', '?']);
    await user.click(shown.getByRole('button', { name: 'Accept 1th St x 2nd Ave' }));
    await user.click(await shown.findByRole('button', { name: 'Accept all (2)' }));
    expect(await shown.findByText(/ · 3 places$/)).toBeTruthy();
    expect(accepted).toEqual(['q0', 'q1', 'q2']);
    expect(shown.queryByRole('list', { name: 'Places that can be accepted' })).toBeNull();
    expect(stage.server.requestsOf(PUT)).toEqual([]);
  });

  it('say why there are none', async () => {
    const why = 'No place was looked for: there are no street lines.';
    stage.server.on(`POST ${PATH}/propose`, { json: { data: { ...proposal, state: 'abstained', points: [], why } } });
    const { user } = await opened();
    const shown = await pane();
    await user.click(await shown.findByRole('button', { name: 'Propose places by street names' }));
    expect(await shown.findByText(why)).toBeTruthy();
    expect(shown.queryByRole('list', { name: 'Places that can be accepted' })).toBeNull();
  });
});

describe('the list of pages', () => {
  it('has a circle per sheet: empty, half or full', async () => {
    const rough = { ...georeferenceOf('p2', CORNERS.slice(0, 2)), page_id: 'p2' };
    stage.server.on('GET /api/public/georeferences', {
      json: { data: [georeferenceOf('p1', CORNERS), rough], count: 2 },
    });
    open();
    const item = async (number: number) => within(await screen.findByTestId(`page-item-${number}`));
    expect(await (await item(1)).findByRole('img', { name: 'Map: exact, within 6 ft' })).toBeTruthy();
    expect((await item(2)).getByRole('img', { name: 'Map: rough, about 25 ft' })).toBeTruthy();
  });
});
