import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { BoundaryCard } from './boundary-card.js';

const PLACES = {
  boundary: `/api/public/projects/${project.id}/boundary`,
  radii: `/api/public/projects/${project.id}/search-radii`,
};
const SQUARE = [
  [-73.982, 40.735],
  [-73.98, 40.735],
  [-73.98, 40.737],
  [-73.982, 40.737],
  [-73.982, 40.735],
];
const change = { id: 'c1', kind: 'boundary', replaced: false, by_id: 'u', by_name: 'Ann', at: null };
const boundary = {
  ...{ geometry: { type: 'Polygon', coordinates: [SQUARE] }, area_acres: 9.27, perimeter_ft: 2_565, corner_count: 4 },
  ...{ part_count: 1, centre: null, bounds: null, file_name: 'parcel.kml', by_id: 'u', by_name: 'Ann', at: null },
  ...{ updated_at: null, history: [change] },
};
const bounded = {
  ...project,
  boundary: { area_acres: 9.27, perimeter_ft: 2_565, centre: { longitude: -73.981, latitude: 40.736 }, bounds: [] },
  search_radii: [
    { name: 'SEMS', miles: 0.5 },
    { name: 'Federal NPL', miles: 1 },
    { name: 'Landfills', miles: 0.5 },
  ],
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${PLACES.boundary}`, { json: { data: boundary } });
});

const kml = () => new File(['<kml/>'], 'parcel.kml');

it('shows area, plan and radii of a boundary', async () => {
  renderProjectScreen(<BoundaryCard />, 'viewer', bounded);
  expect(await screen.findByRole('img', { name: 'Boundary, 9.27 acres, north up' })).toBeTruthy();
  expect(screen.getByText('2,565 ft around · parcel.kml')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 mile: Federal NPL',
    '0.5 miles: SEMS, Landfills',
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('warns of a boundary far from the address, as of a file with exchanged axes (D-71)', async () => {
  const located = { ...bounded, property_location: { coordinate: '(-73.94,40.79)', origin: 'zip' as const } };
  const { unmount } = renderProjectScreen(<BoundaryCard />, 'viewer', located);
  await screen.findByText('9.27 acres');
  expect(screen.queryByText(/from the property’s address/)).toBeNull();
  unmount();
  const exchanged = { ...located.boundary, centre: { longitude: 40.736, latitude: -73.981 } };
  renderProjectScreen(<BoundaryCard />, 'viewer', { ...located, boundary: exchanged });
  expect(await screen.findByText(/^The boundary is 1\d,\d{3} km from the property’s address/)).toBeTruthy();
});

it('uploads a file, and undoes it', async () => {
  server.on(`POST ${PLACES.boundary}/file`, { json: { data: boundary } });
  server.on(`POST ${PLACES.boundary}/undo`, { json: { data: boundary } });
  const { user } = renderProjectScreen(<BoundaryCard />, 'editor');
  await user.upload(screen.getByLabelText('Choose a boundary file'), kml());
  await user.click(await screen.findByText('Undo'));
  await waitFor(() => expect(server.requestsOf(`POST ${PLACES.boundary}/undo`)[0]?.body).toEqual({ history_id: 'c1' }));
});

it('shows why a file is refused', async () => {
  const sentence = 'The file has no area. Draw the boundary as a polygon, not as a line or points.';
  const json = { error: 'Invalid', code: 'invalid_fields', fields: { files: sentence } };
  server.on(`POST ${PLACES.boundary}/file`, { status: 400, json });
  const { user } = renderProjectScreen(<BoundaryCard />, 'editor');
  await user.upload(screen.getByLabelText('Choose a boundary file'), kml());
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
});

it('removes a boundary, and undoes it', async () => {
  server.on(`PUT ${PLACES.boundary}`, {
    json: { data: { ...boundary, geometry: null, history: [change, { ...change, id: 'c2' }] } },
  });
  server.on(`POST ${PLACES.boundary}/undo`, { json: { data: boundary } });
  const { user } = renderProjectScreen(<BoundaryCard />, 'editor', bounded);
  await user.click(screen.getByRole('button', { name: 'Remove boundary' }));
  await user.click(await screen.findByText('Undo'));
  expect(server.requestsOf(`PUT ${PLACES.boundary}`)[0]?.body).toEqual({ geometry: null });
  await waitFor(() => expect(server.requestsOf(`POST ${PLACES.boundary}/undo`)[0]?.body).toEqual({ history_id: 'c2' }));
});

it('changes search radii, with errors at their fields', async () => {
  const radii = {
    search_radii: bounded.search_radii,
    are_defaults: true,
    updated_at: '2026-01-01T00:00:00.000Z',
    history: [],
  };
  server.on(`GET ${PLACES.radii}`, { json: { data: radii } });
  server.on(`PUT ${PLACES.radii}`, { json: { data: radii } });
  const { user } = renderProjectScreen(<BoundaryCard />, 'editor', bounded);
  await user.click(screen.getByRole('button', { name: 'Edit search radii' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Search radii' }));
  const miles = await dialog.findByLabelText('Miles 1');
  await user.clear(miles);
  await user.type(miles, '20');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('More than 0, at most 10')).toBeTruthy();
  await user.clear(miles);
  await user.type(miles, '.75');
  await user.click(dialog.getByRole('button', { name: 'Remove Landfills' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsOf(`PUT ${PLACES.radii}`)[0]?.body).toEqual({
    search_radii: [
      { name: 'SEMS', miles: 0.75 },
      { name: 'Federal NPL', miles: 1 },
    ],
    updated_at: '2026-01-01T00:00:00.000Z',
  });
});
