import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SheetMapProps } from '../../map/map-props.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project as unbounded } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { hit, recordSearch } from '../../testing/records.js';
import { signedIn } from '../../testing/sign-in.js';

withoutLayout();

let map: SheetMapProps;
// MapLibre needs WebGL
jest.unstable_mockModule('../../map/sheet-map.js', () => ({
  SheetMap: (props: SheetMapProps) => {
    map = props;
    return <div data-testid="map" />;
  },
}));
const { RecordsPage } = await import('./records-page.js');

const project = {
  ...unbounded,
  boundary: { area_acres: 9.27, perimeter_ft: 2_565, centre: { longitude: -73.958, latitude: 40.711 }, bounds: [] },
};
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-73.96, 40.71],
      [-73.957, 40.71],
      [-73.957, 40.712],
      [-73.96, 40.71],
    ],
  ],
};
const near = {
  ...hit,
  ...{ id: 'h2', list: 'UST', name: 'KENT GARAGE', status: '', distance_m: 304.8, distance_ft: 1_000, direction: 'NE' },
  ...{ on_property: 'off', certainty: 'beyond' },
};
const far = { ...near, id: 'h3', list: 'LUST', name: 'FAR CLEANERS', distance_ft: 2_400, site: null, site_reasons: [] };
const orphan = {
  ...near,
  ...{ id: 'h4', list: 'LUST', name: 'NO PLACE INC', longitude: null, latitude: null, distance_ft: null },
  ...{ certainty: 'orphan', on_property: null, site: null },
};
const dataSet = {
  ...{ id: 'd1', name: 'State tanks', current_version_id: 'v1', versions: [{ id: 'v1', lists: { LUST: 5, UST: 2 } }] },
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET /api/public/projects/${project.id}/boundary`, { json: { data: { geometry, history: [] } } });
  server.on(`GET /api/public/projects/${project.id}/record-searches`, { json: { data: [recordSearch], count: 2 } });
  server.on('GET /api/public/data-sets', { json: { data: [dataSet], count: 1 } });
  server.on('GET /api/public/record-hits/*', { json: { data: { ...hit, original: [] } } });
  server.on('GET /api/public/record-hits', ({ query }) => ({
    json: query.get('change') ? { data: [far], count: 1 } : { data: [hit, near, far, orphan], count: 4 },
  }));
});

const rows = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

describe('the records of a project', () => {
  it('are counted by list, with the age of the data, and lists that were not searched', async () => {
    renderProjectScreen(<RecordsPage />, 'viewer', project);
    const table = within(await screen.findByRole('table', { name: 'Results by list' }));
    const cells = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(cells(/Leaking/)[1]).toMatch(/^Jan 1, 2020\d+ days old$/));
    expect(cells(/Leaking/)).toEqual(['0.5 miles', expect.any(String), '1', '0', '0', '2', '0', '4']);
    expect(cells(/ERNS/)).toEqual(['Property only', 'Not searched: no list is loaded.']);
    expect(screen.getByText(/changed after this search\. It is repeated within minutes\./)).toBeTruthy();
    expect(screen.getByText(/1 record is new and 3 no longer found/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search again' })).toBeNull();
  });

  it('are listed nearest first, filtered, and selected in table and map', async () => {
    const { user, path } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('tab', { name: /^Records \(3\)/ }));
    expect(rows('Records').map((text) => text?.slice(0, 12))).toEqual(['On the prope', '1,000 ft NEK', '2,400 ft NEF']);
    expect(map.layers.map(({ id }) => id)).toEqual([...['search-radii', 'boundary', 'boundary-line', 'hits-#ca5010']]);
    act(() => map.onClick?.({ longitude: 0, latitude: 0 }, 'h3'));
    expect(path()).toContain('hit=h3');
    expect(screen.getByRole('row', { name: /FAR CLEANERS/ }).getAttribute('aria-selected')).toBe('true');
    expect(map.markers).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Distance' }), 'Within 1/4 mile');
    expect(rows('Records')).toHaveLength(2);
    await user.type(screen.getByRole('searchbox', { name: 'Find a record' }), 'garage');
    expect(rows('Records')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Change' }), 'No longer found');
    await waitFor(() => expect(rows('Records')).toHaveLength(1));
    expect(server.requestsOf('GET /api/public/record-hits').at(-1)?.query.get('change')).toBe('vanished');
  });

  it('show why records are perhaps one site, and those without a place apart', async () => {
    const { user } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('tab', { name: /^Unplaced \(1\)/ }));
    expect(rows('Unplaced records')[0]).toMatch(/^No placeNO PLACE INC/);
    await user.click(screen.getByRole('tab', { name: /^Records \(3\)/ }));
    await user.click(screen.getByRole('button', { name: 'CORNER STATION' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Record' }));
    expect(drawer.getByText('They have the same EPA registry id.')).toBeTruthy();
    expect(drawer.getByText('State tanks, row 12')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Underground storage tanks: KENT GARAGE' }));
    expect(await drawer.findByRole('heading', { name: 'KENT GARAGE' })).toBeTruthy();
  });

  it('are placed by a person on the map, with the reason, and the place is undone', async () => {
    server.on('GET /api/public/record-hits/h3', {
      json: { data: { ...far, original: [{ column: 'CASE', value: '7' }] } },
    });
    server.on('PUT /api/public/record-hits/h3/place', { json: { data: far } });
    const { user } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('tab', { name: /^Records \(3\)/ }));
    await user.click(screen.getByRole('button', { name: 'FAR CLEANERS' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Record' }));
    expect(await drawer.findByText('CASE')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Place on the map' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Place: FAR CLEANERS' }));
    act(() => map.onClick?.({ longitude: -73.95, latitude: 40.72 }, null));
    expect(dialog.getByText('Place: 40.720000, -73.950000')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: /How do you know/ }), 'Seen there');
    await user.click(dialog.getByRole('button', { name: 'Place the record' }));
    await user.click(await screen.findByText('Undo'));
    await waitFor(() => expect(server.requestsOf('PUT /api/public/record-hits/h3/place')).toHaveLength(2));
    expect(server.requestsOf('PUT /api/public/record-hits/h3/place').map(({ body }) => body)).toEqual([
      { longitude: -73.95, latitude: 40.72, reason: 'Seen there' },
      { longitude: null, latitude: null, reason: 'Undone.' },
    ]);
  });

  it('of a confirmed radius report are listed before the first search, with what the report says', async () => {
    const source = {
      ...{ document_id: 'd9', document_name: 'Radius.pdf', page_id: 'pg4', page: 4, list: 'LUST', map_id: '1' },
      ...{ box: { x: 0, y: 0, width: 9, height: 9 }, distance_ft: 1_100, direction: 'E' },
    };
    const reported = { ...far, id: 'h9', name: 'REPORTED', source };
    server.on(`GET /api/public/projects/${project.id}/record-searches`, { json: { data: [], count: 0 } });
    server.on('GET /api/public/record-hits', { json: { data: [reported], count: 1 } });
    const { user } = renderProjectScreen(<RecordsPage />, 'viewer', project);
    await user.click(await screen.findByRole('button', { name: 'REPORTED' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Record' }));
    expect(drawer.getByText('1,100 ft E')).toBeTruthy();
    expect(drawer.getByText('2,400 ft NE')).toBeTruthy();
  });

  it('are searched again, with the reason of a refusal', async () => {
    server.on(`POST /api/public/projects/${project.id}/record-searches`, {
      status: 409,
      json: {
        error: 'Your search finds 7,214 records. Take a shorter distance for some lists.',
        code: 'too_many_records',
      },
    });
    const { user } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('button', { name: 'Search again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('7,214 records');
  });

  it('need a boundary', async () => {
    server.on(`GET /api/public/projects/${project.id}/record-searches`, { json: { data: [], count: 0 } });
    renderProjectScreen(<RecordsPage />, 'editor', unbounded);
    expect(await screen.findByText('Draw or upload the property’s boundary first.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(true);
  });
});

describe('search distances', () => {
  const npl = { list: 'NPL', title: 'Federal NPL', kind: 'miles', miles: 1, default_kind: 'miles', default_miles: 1 };
  const tri = { ...npl, list: 'TRI', title: 'TRI', kind: 'none', miles: 0, default_kind: 'none', default_miles: 0 };
  const path = `/api/public/projects/${project.id}/search-distances`;
  const distances = {
    ...{ source: 'ASTM', table_hash: 't1', confirmation: null },
    distances: [npl, tri].map((each) => ({ ...each, reason: null })),
  };

  it('are confirmed by a person, and outdated once the table changes (REC-11)', async () => {
    let stored: object = distances;
    server.on(`GET ${path}`, () => ({ json: { data: stored } }));
    server.on(`PUT ${path}/confirmation`, () => {
      stored = { ...distances, confirmation: { by_id: 'u1', by_name: 'Ada', at: null, is_outdated: false } };
      return { json: { data: stored } };
    });
    const { user } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('button', { name: 'Distances' }));
    await screen.findByText('No person confirmed this table.');
    await user.click(screen.getByRole('button', { name: 'Confirm table' }));
    await screen.findByText(/^Confirmed by Ada/);
    expect(screen.queryByRole('button', { name: 'Confirm table' })).toBeNull();
    expect(server.requestsOf(`PUT ${path}/confirmation`)[0]?.body).toEqual({ table_hash: 't1' });
  });

  it('are set with a reason where they are shorter, and undone', async () => {
    server.on(`GET ${path}`, { json: { data: distances } });
    server.on(`PUT ${path}`, { json: { data: distances } });
    const { user } = renderProjectScreen(<RecordsPage />, 'editor', project);
    await user.click(await screen.findByRole('button', { name: 'Distances' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Search distances' }));
    expect(dialog.getByText('Source of the defaults: ASTM.')).toBeTruthy();
    expect(dialog.queryByRole('textbox')).toBeNull();
    const miles = dialog.getByRole('spinbutton', { name: 'Miles of Federal NPL' });
    await user.clear(miles);
    await user.type(miles, '0.5');
    await user.type(dialog.getByRole('textbox', { name: /shorter distance of Federal NPL/ }), 'River between');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByText('Undo'));
    await waitFor(() => expect(server.requestsOf(`PUT ${path}`)).toHaveLength(2));
    expect(server.requestsOf(`PUT ${path}`).map(({ body }) => body)).toEqual([
      { distances: [{ list: 'NPL', kind: 'miles', miles: 0.5, reason: 'River between' }] },
      { distances: [] },
    ]);
  });
});
