import { screen, waitFor } from '@testing-library/react';
import type { Feature } from '../../evidence/evidence-api.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { otherPlaceOf, SheetPlaceLine } from './sheet-place-line.js';

const place = { longitude: -73.95, latitude: 40.71, offset_ft: 40 };
const mention = (id: string, sheetPlace: typeof place | null) => ({
  ...{ mention_id: id, feature_id: 'f1', annotation_id: `a-${id}`, measured: null, nearby: [] },
  sheet_place: sheetPlace,
});
const feature = {
  ...{ id: 'f1', project_id: project.id, name: 'Dye works', land_use: [], author_id: 'u1' },
  ...{ coordinate: '(-73.951,40.71)', created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' },
} as Feature;

describe('a feature that was linked before its sheet was placed (issue 39)', () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = fakeServer();
    await signedIn(server);
  });

  it('offers the place that the sheet says, and takes it only when asked', async () => {
    const data = { from: null, features: [], mentions: [mention('m1', place)] };
    server.on(`GET /api/public/projects/${project.id}/distances`, { json: { data } });
    server.on('PUT /api/public/features', { json: { data: feature } });
    const { user } = renderProjectScreen(<SheetPlaceLine feature={feature} />);
    expect(await screen.findByText('The sheet says 40 ft from here.')).toBeTruthy();
    expect(server.requestsOf('PUT /api/public/features')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take it' }));
    await waitFor(() => expect(server.requestsOf('PUT /api/public/features')).toHaveLength(1));
    expect(server.requestsOf('PUT /api/public/features')[0]?.body).toEqual({
      coordinate: '(-73.95,40.71)',
      updated_at: feature.updated_at,
    });
  });

  it('is not marked if one of its sheets agrees with its coordinate', () => {
    const mentions = [mention('m1', place), mention('m2', null)];
    expect(otherPlaceOf('f1', { from: null, features: [], mentions })).toBeNull();
    expect(otherPlaceOf('f2', { from: null, features: [], mentions })).toBeNull();
    const farther = mention('m3', { ...place, offset_ft: 90 });
    expect(otherPlaceOf('f1', { from: null, features: [], mentions: [farther, mention('m1', place)] })).toEqual(place);
  });
});
