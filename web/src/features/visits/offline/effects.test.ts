import { waitFor } from '@testing-library/react';
import { createStore } from '../../../app/store.js';
import { fakeServer, heldAnswer } from '../../../testing/fake-server.js';
import { listVisitPhotos } from '../api.js';
import { outboxEffects } from './effects.js';

const PHOTOS = 'GET /api/projects/p1/site-visits/v1/photos';

it('photographs are read again after a change that a read under way may lack (D-64)', async () => {
  const server = fakeServer();
  const store = createStore();
  const visit = { projectId: 'p1', visitId: 'v1' };
  const photo = (caption: string) => ({ json: { data: [{ id: 'f1', visit_id: 'v1', caption }] } });
  const { handler, answer } = heldAnswer();
  server.on(PHOTOS, handler);
  const reading = store.dispatch(listVisitPhotos.initiate(visit));
  await waitFor(() => expect(server.requestsOf(PHOTOS)).toHaveLength(1));
  const values = { caption: 'North wall' };
  const refreshed = outboxEffects(store.dispatch).refresh({
    ...{ id: 'c1', owner: 'u1', ...visit, at: 0, version: 1 },
    change: { kind: 'photo', photoId: 'f1', values },
  });
  server.on(PHOTOS, photo('North wall'));
  answer(photo(''));
  await Promise.all([reading, refreshed]);
  expect(listVisitPhotos.select(visit)(store.getState()).data).toMatchObject([values]);
});
