import { createStore } from '../app/store.js';
import { fakeServer } from '../testing/fake-server.js';
import { feature } from '../testing/findings.js';
import type { Mention } from './evidence-api.js';
import { undoAssociation } from './undo-association.js';

const AWAY = { status: 503, json: { error: 'The feature service is down.' } };
const GONE = { status: 404, json: { error: 'Not found' } };

it('an interrupted undo of an association can be repeated: already deleted parts are skipped (OP-27)', async () => {
  const server = fakeServer();
  const store = createStore();
  const saved = { feature: feature('f1', 'Gas Works', '(-73.9,40.8)'), mention: { id: 'm1' } as Mention };
  const takeBack = () => store.dispatch(undoAssociation({ before: { feature: null, mention: null }, saved }));
  server.on('DELETE /api/public/mentions', { json: { data: {} } });
  server.on('GET /api/public/mentions', AWAY);
  await expect(takeBack()).rejects.toMatchObject({ status: 503 });

  server.on('DELETE /api/public/mentions', GONE);
  server.on('GET /api/public/mentions', { json: { data: [] } });
  server.on('DELETE /api/public/features', AWAY);
  await expect(takeBack()).rejects.toMatchObject({ status: 503 });

  server.on('DELETE /api/public/features', GONE);
  expect(await takeBack()).toBe(true);
});
