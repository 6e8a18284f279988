import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { SheetMapProps } from '../../map/map-props.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderScreen } from '../../testing/render.js';
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
const { ProjectsMapPage } = await import('./projects-map-page.js');

const site = (id: string, title: string, more: object = {}) => ({
  ...{ project_id: id, number: `P-${id}`, title, status: 'insights', bounds: null },
  ...{ place: { longitude: -93.29, latitude: 44.98, source: 'zip' }, placed_pages: { rough: 0, exact: 0 } },
  ...more,
});
const SITES = [
  site('1', 'Riverside', { placed_pages: { rough: 1, exact: 2 } }),
  site('2', 'Depot Street', { status: 'completed', place: { longitude: -90, latitude: 38.6, source: 'boundary' } }),
  site('3', 'Somewhere', { place: null }),
];

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
});

describe('the map of all projects', () => {
  it('draws each project at its place and lists it with what its place is known from', async () => {
    server.on('GET /api/public/project-sites', { json: { data: SITES, count: 3, next_cursor: null } });
    const view = renderScreen(<ProjectsMapPage />);
    const list = within(await screen.findByRole('region', { name: 'Projects on the map' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Riverside', 'Depot Street']);
    expect(list.getByText('P-1 · Insights · middle of its ZIP code · 3 sheets placed')).toBeTruthy();
    expect(list.getByText('P-2 · Completed · middle of its boundary')).toBeTruthy();
    expect(map.layers.map((layer) => [layer.id, layer.kind === 'dots' && layer.dots.map(({ name }) => name)])).toEqual([
      ['completed', ['Depot Street']],
      ['open', ['Riverside']],
    ]);
    const without = within(screen.getByRole('region', { name: 'Without a place' }));
    expect(without.getByRole('link', { name: 'Somewhere' }).getAttribute('href')).toBe('/projects/3/setup');
    act(() => map.onClick?.({ longitude: -93, latitude: 45 }, '1'));
    expect(view.path()).toBe('/projects/1/map');
  });

  it('leads on where there is no project, and can be loaded again after a failure', async () => {
    server.on('GET /api/public/project-sites', { status: 500, json: { error: 'Something went wrong on our side.' } });
    const view = renderScreen(<ProjectsMapPage />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on('GET /api/public/project-sites', { json: { data: [], count: 0, next_cursor: null } });
    await view.user.click(retry);
    expect(await screen.findByText('No project is on the map yet')).toBeTruthy();
  });
});
