import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { VisitPhoto } from './photo-records.js';
import { forgetQueues } from './photo-registry.js';
import { VisitPhotos } from './visit-photos.js';

const photo = (number: number, more: Partial<VisitPhoto> = {}): VisitPhoto => ({
  id: `p-${number}`,
  visit_id: 'v-1',
  file_name: `IMG_${number}.HEIC`,
  caption: '',
  image_url: `/files/b/${number}.jpg?sig=1`,
  thumbnail_url: `/files/b/${number}-small.webp?sig=1`,
  width: 4_032,
  height: 3_024,
  taken_at: null,
  latitude: null,
  longitude: null,
  heading: null,
  view_direction: null,
  feature_id: null,
  added_by_name: 'Ben Ito',
  created_at: '2026-05-04T18:00:00.000Z',
  ...more,
});

withoutLayout();

let server: FakeServer;
let photos: VisitPhoto[];

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  photos = [photo(1, { caption: 'Vent pipe' }), photo(2)];
  server.on(`GET /api/projects/${project.id}/site-visits/v-1/photos`, () => ({ json: { data: photos } }));
  server.on('GET /api/public/features', {
    json: { data: [{ id: 'f-1', name: 'Gas holder' }], page: 1, per_page: 100, total_pages: 1, count: 1 },
  });
  server.on('PUT /api/site-visit-photos/p-2', ({ body }) => {
    photos = photos.map((each) => (each.id === 'p-2' ? { ...each, ...(body as Partial<VisitPhoto>) } : each));
    return { json: { data: photos[1] } };
  });
});
afterEach(() => forgetQueues());

const opened = (canEdit = true) =>
  renderProjectScreen(<VisitPhotos projectId={project.id} visitId="v-1" of="visit of May 4, 2026" canEdit={canEdit} />);
const sent = () => server.requestsOf('PUT /api/site-visit-photos/p-2').map(({ body }) => body);

describe('the wall of photographs (VISIT-02, D-64)', () => {
  it('is numbered, and captions are edited in place', async () => {
    const view = opened();
    const list = await screen.findByRole('list', { name: 'Photographs' });
    expect(
      within(list)
        .getAllByText(/^\d$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['1', '2']);
    await view.user.click(screen.getByRole('button', { name: 'Add a caption to photograph 2' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Caption of photograph 2' }), 'Fill port{Enter}');
    const caption = await screen.findByRole('button', { name: 'Edit the caption of photograph 2: Fill port' });
    expect(sent()).toEqual([{ caption: 'Fill port' }]);
    expect(document.activeElement).toBe(caption);
    await view.user.click(caption);
    await view.user.type(screen.getByRole('textbox', { name: 'Caption of photograph 2' }), ' east{Escape}');
    expect(screen.getByText('Fill port')).toBeTruthy();
    expect(sent()).toHaveLength(1);
  });

  it('keeps a caption that could not be saved', async () => {
    server.on('PUT /api/site-visit-photos/p-2', { status: 404, json: { error: 'Photograph not found' } });
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: 'Add a caption to photograph 2' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Caption of photograph 2' });
    await view.user.type(field, 'Fill port');
    await view.user.tab();
    expect(await screen.findByText('Photograph not found')).toBeTruthy();
    expect(field.value).toBe('Fill port');
  });

  it('has a direction of view and a feature of the project', async () => {
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: 'Direction and feature of photograph 2' }));
    fireEvent.change(screen.getByLabelText('Direction of view'), { target: { value: 'NE' } });
    await screen.findByRole('option', { name: 'Gas holder' });
    fireEvent.change(screen.getByLabelText('Feature'), { target: { value: 'f-1' } });
    await waitFor(() => expect(sent()).toEqual([{ view_direction: 'NE' }, { feature_id: 'f-1' }]));
    expect(await screen.findByText('Looking northeast, Gas holder')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Feature'), { target: { value: '' } });
    await waitFor(() => expect(sent()[2]).toEqual({ feature_id: null }));
  });

  it('opens full-size with the feature as a link; arrow keys in a field do not turn the page', async () => {
    photos = [photo(1, { feature_id: 'f-1', view_direction: 'S', heading: 10 }), photo(2)];
    const view = opened();
    await view.user.click(await screen.findByRole('button', { name: /^Open photograph 1 of 2/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const link = await dialog.findByRole('link', { name: 'Gas holder' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/insights?feature=f-1`);
    expect(dialog.getByText('Looking south')).toBeTruthy();
    fireEvent.keyDown(dialog.getByLabelText('Direction of view'), { key: 'ArrowRight' });
    expect(dialog.getByText('1 of 2')).toBeTruthy();
  });

  it('shows a viewer captions, directions and features without fields', async () => {
    photos = [photo(1, { caption: 'Vent pipe', feature_id: 'gone', view_direction: 'NW' })];
    opened(false);
    expect(await screen.findByText('Looking northwest, A feature that no longer exists')).toBeTruthy();
    expect(screen.getByText('Vent pipe')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /caption|Direction/ })).toBeNull();
  });
});
