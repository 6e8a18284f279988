import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { SheetMapProps } from '../../map/map-props.js';
import { annotation } from '../../testing/annotation.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { CORNERS, placedSheet, placeOfPixel } from '../../testing/georeference.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';

withoutLayout();

let map: SheetMapProps;
// MapLibre needs WebGL
jest.unstable_mockModule('../../map/sheet-map.js', () => ({
  SheetMap: (props: SheetMapProps) => {
    map = props;
    return <div data-testid="map">{props.table}</div>;
  },
}));
const { ProjectMapPage } = await import('./project-map-page.js');

const page = (id: string, number: number, year: number | null) => ({
  ...{ id, document_id: 'd1', page_number: number, status: 'ready', metadata: { page_type: 'sanborn_map', year } },
  title_block: { sheet_number: { value: String(168 + number) } },
  tile_source: {
    Image: {
      ...{ xmlns: 'x', Url: `/files/t/1/s/d1/${number}/h/`, Format: 'jpg', Overlap: '0', TileSize: '512' },
      Size: { Width: '600', Height: '700' },
    },
  },
});
const sheets = [placedSheet('p1', CORNERS, { year: 1896 }), placedSheet('p2', CORNERS, { page_number: 2, year: 1911 })];

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/public/georeferences', { json: { data: sheets, count: 2 } });
  server.on('GET /api/documents/d1/pages', { json: { data: [page('p1', 1, 1896), page('p2', 2, 1911)] } });
  server.on('GET /api/documents', {
    json: { data: [{ id: 'd1', title: 'Sanborn' }], page: 1, per_page: 100, total_pages: 1, count: 1 },
  });
  const at = placeOfPixel({ x: 10, y: 10 });
  const feature = {
    id: 'f1',
    name: 'Gas works',
    land_use: [],
    coordinate: `(${at.longitude},${at.latitude})`,
    created_at: '',
  };
  server.on('GET /api/public/features', { json: { data: [feature], count: 1 } });
  const mention = { id: 'm1', feature_of_interest_id: 'f1', source_annotation_id: 'a1', created_at: '' };
  server.on('GET /api/public/mentions', { json: { data: [mention], count: 1 } });
  server.on(`GET /api/projects/${project.id}/annotations`, {
    json: { data: [{ ...annotation, content: 'Gas holder' }] },
  });
});

const shown = () => map.sheets.map(({ id }) => id);

describe('the map of a project', () => {
  it('lays the sheets over each other by year, which the keyboard changes too', async () => {
    const { path } = renderProjectScreen(<ProjectMapPage />);
    const year = await screen.findByRole('slider', { name: 'Year' });
    expect(shown()).toEqual(['p1 600x700', 'p2 600x700']);
    fireEvent.change(year, { target: { value: '0' } });
    expect(shown()).toEqual(['p1 600x700']);
    expect(path()).toContain('year=1896');
    expect(year.getAttribute('aria-valuetext')).toBe('1896, and older sheets below');
    fireEvent.change(screen.getByRole('slider', { name: 'Opacity of the sheets' }), { target: { value: '40' } });
    expect([map.sheets[0]?.opacity, path().includes('opacity=40')]).toEqual([0.4, true]);
  });

  it('lists beside the map what is on it, and keeps the view in the URL', async () => {
    const { path } = renderProjectScreen(<ProjectMapPage />);
    const list = within(await screen.findByRole('list', { name: 'Sheets on the map' }));
    const link = list.getByRole('link', { name: 'Sheet 169 (1896), Sanborn' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=p1&placing=1`);
    expect(list.getByText('exact, within 6 ft', { selector: 'li:first-child *' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Gas works' })).toBeTruthy();
    const mention = await screen.findByRole('link', { name: 'Gas holder' });
    expect(mention.getAttribute('href')).toContain('page=p1&annotation=a1');
    expect(within(screen.getByRole('table', { name: 'Placed sheets' })).getAllByRole('row')).toHaveLength(3);
    act(() => map.onRest?.({ latitude: 40.7856, longitude: -73.9457, zoom: 17 }));
    expect(path()).toContain(`at=${encodeURIComponent('40.785600,-73.945700,17.00')}`);
  });

  it('shows what every year shows at a place, each sheet at its pixel', async () => {
    const here = sheets.map((sheet) => ({ ...sheet, x: 300.4, y: 200 }));
    server.on('GET /api/public/places', { json: { data: here } });
    const { user, path } = renderProjectScreen(<ProjectMapPage />);
    await screen.findByTestId('map');
    act(() => map.onClick?.(placeOfPixel({ x: 300, y: 200 }), null));
    const section = within(await screen.findByRole('region', { name: 'What every year shows here' }));
    const link = await section.findByRole('link', { name: '1911: Sheet 170 (1911), Sanborn' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1?page=p2&at=300,200`);
    expect(server.requestsOf('GET /api/public/places')[0]?.query.get('project_id')).toBe(project.id);
    await user.click(section.getByRole('button', { name: 'Close what every year shows here' }));
    expect(path()).not.toContain('here=');
  });

  it('opens the feature of a dot', async () => {
    const { path } = renderProjectScreen(<ProjectMapPage />);
    await screen.findByRole('link', { name: 'Gas works' });
    act(() => map.onClick?.(placeOfPixel({ x: 10, y: 10 }), 'feature:f1'));
    expect(path()).toBe(`/projects/${project.id}/insights?feature=f1`);
  });

  it('draws the boundary of the property corner by corner, and undoes it', async () => {
    const path = `/api/public/projects/${project.id}/boundary`;
    const change = { id: 'c1', kind: 'boundary', replaced: false, by_id: 'u', by_name: 'Ann', at: null };
    server.on(`PUT ${path}`, { json: { data: { geometry: null, history: [change] } } });
    server.on(`POST ${path}/undo`, { json: { data: { geometry: null, history: [] } } });
    const { user } = renderProjectScreen(<ProjectMapPage />, 'editor');
    await user.click(await screen.findByRole('button', { name: 'Draw boundary' }));
    const pixels = [10, 90].flatMap((y) => [10, 90].map((x) => ({ x, y })));
    const [a, b, c, d] = pixels.map(placeOfPixel);
    const click = (place: typeof a) => act(() => place && map.onClick?.(place, 'feature:f1'));
    for (const corner of [a, d, b, c]) click(corner);
    expect(screen.getByText(/cross/)).toBeTruthy();
    for (let corners = 4; corners > 1; corners -= 1)
      await user.click(screen.getByRole('button', { name: 'Remove the last corner' }));
    for (const corner of [b, d, c]) click(corner);
    expect(map.markers.map(({ text }) => text)).toEqual(['1', '2', '3', '4']);
    await user.click(screen.getByRole('button', { name: 'Save boundary' }));
    await user.click(await screen.findByText('Undo'));
    const [saved] = server.requestsOf(`PUT ${path}`);
    expect(saved?.body).toEqual({
      geometry: {
        type: 'Polygon',
        coordinates: [[a, b, d, c, a].map((corner) => [corner?.longitude, corner?.latitude])],
      },
    });
    expect(server.requestsOf(`POST ${path}/undo`)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Draw boundary' })).toBeTruthy();
  });

  it('shows the boundary with its search radii, which can be hidden', async () => {
    const square = [10, 90].flatMap((y) => (y === 10 ? [10, 90] : [90, 10]).map((x) => placeOfPixel({ x, y })));
    const ring = [...square, ...square.slice(0, 1)].map(({ longitude, latitude }) => [longitude, latitude]);
    const geometry = { type: 'Polygon', coordinates: [ring] };
    server.on(`GET /api/public/projects/${project.id}/boundary`, { json: { data: { geometry, history: [] } } });
    const bounded = {
      ...project,
      boundary: { area_acres: 9.27, perimeter_ft: 2_565, centre: { longitude: -73.981, latitude: 40.736 }, bounds: [] },
      search_radii: [{ name: 'SEMS', miles: 0.5 }],
    };
    const { user } = renderProjectScreen(<ProjectMapPage />, 'viewer', bounded);
    expect(await screen.findByRole('heading', { name: 'Boundary (9.27 acres)' })).toBeTruthy();
    const radii = await screen.findByRole('list', { name: 'Search radii' });
    expect(radii.textContent).toBe('0.5 miles: SEMS');
    const ids = () => map.layers.map(({ id }) => id);
    expect(ids()).toEqual(['search-radii', 'boundary', 'boundary-line', 'mentions', 'features']);
    await user.click(screen.getByRole('checkbox', { name: 'Show search radii' }));
    expect(ids()).toEqual(['boundary', 'boundary-line', 'mentions', 'features']);
    expect(screen.queryByRole('button', { name: 'Draw again' })).toBeNull();
  });

  it('says how a sheet gets there while nothing is on it', async () => {
    server.on('GET /api/public/georeferences', { json: { data: [], count: 0 } });
    server.on('GET /api/public/features', { json: { data: [], count: 0 } });
    renderProjectScreen(<ProjectMapPage />);
    expect(await screen.findByText('Nothing is on the map yet')).toBeTruthy();
  });

  it('starts at the property, where its boundary can be drawn before any sheet is placed', async () => {
    server.on('GET /api/public/georeferences', { json: { data: [], count: 0 } });
    server.on('GET /api/public/features', { json: { data: [], count: 0 } });
    server.on('GET /api/public/mentions', { json: { data: [], count: 0 } });
    const located = { ...project, property_location: { coordinate: '(-73.94,40.79)', origin: 'zip' as const } };
    renderProjectScreen(<ProjectMapPage />, 'editor', located);
    expect(await screen.findByRole('button', { name: 'Draw boundary' })).toBeTruthy();
    expect(map.layers[0]).toMatchObject({ id: 'property', dots: [{ longitude: -73.94, latitude: 40.79 }] });
    const { west = 0, east = 0 } = map.fitTo ?? {};
    expect(((west + east) / 2) * 360 - 180).toBeCloseTo(-73.94, 6);
    expect(screen.getByText(/to see it here\.$/)).toBeTruthy();
  });
});
