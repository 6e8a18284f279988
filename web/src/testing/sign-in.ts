import type { Me } from '../lib/session/me.js';
import { resetSession, signIn } from '../lib/session/session.js';
import type { FakeServer } from './fake-server.js';
import { me as everyone } from './fixtures.js';

export async function signedIn(server: FakeServer, me: Me = everyone): Promise<void> {
  resetSession();
  server.on('POST /api/auth/sign-in', {
    json: { access_token: 'token', token_type: 'Bearer', expires_in: 300, user: me },
  });
  server.on('GET /api/me', { json: { data: me } });
  await signIn(me.email, 'symbio-local');
}
