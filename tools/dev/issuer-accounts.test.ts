import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { issuerUnderTest, SERVICE } from './issuer/testing.js';

const { tried, token, signIn, refresh, admin } = issuerUnderTest();

describe('accounts of the local issuer, managed by the identity service', () => {
  const newcomer = {
    email: 'New@Symbio.test',
    firstName: 'Nora',
    lastName: 'New',
    enabled: true,
    credentials: [{ type: 'password', value: 'a password' }],
  };

  it('are closed to people, wrong secrets and no token', async () => {
    const { access_token: person } = await signIn();
    const at = `${tried.issuer.url}/admin/realms/symbio/users`;
    expect((await fetch(at)).status).toBe(401);
    expect((await fetch(at, { headers: { authorization: `Bearer ${person}` } })).status).toBe(403);
    const wrong = await token({
      grant_type: 'client_credentials',
      client_id: SERVICE.clientId,
      client_secret: 'guess',
    });
    expect([wrong.status, wrong.access_token]).toEqual([401, undefined]);
  });

  it('can sign in only once their address is confirmed (AUTH-10, AUTH-21)', async () => {
    const { status, location } = await admin('POST', '/users', newcomer);
    expect(status).toBe(201);
    const at = `/users/${location.split('/').at(-1) ?? ''}`;
    expect((await admin('GET', at)).json).toMatchObject({ requiredActions: ['VERIFY_EMAIL'] });
    expect(await signIn('new@symbio.test', 'a password')).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'Account is not fully set up',
    });
    expect(await signIn('new@symbio.test', 'wrong')).toMatchObject({ status: 401 });
    expect((await admin('PUT', at, { emailVerified: true, requiredActions: [] })).status).toBe(204);
    expect((await admin('GET', at)).json).toMatchObject({ emailVerified: true, requiredActions: [] });
    expect((await signIn('new@symbio.test', 'a password')).status).toBe(200);
  });

  it('have one role after another, and lose their sessions when they are disabled', async () => {
    const { location } = await admin('POST', '/users', { ...newcomer, emailVerified: true });
    const at = `/users/${location.split('/').at(-1) ?? ''}`;
    const names = async (path: string) =>
      ((await admin('GET', at + path)).json as { name: string }[]).map((r) => r.name);
    expect((await admin('POST', `${at}/role-mappings/realm`, [{ name: 'customer' }])).status).toBe(204);
    expect(await names('/role-mappings/realm')).toEqual(['customer']);
    expect(await names('/role-mappings/realm/available')).toEqual(['administrator', 'symbio']);
    expect((await admin('DELETE', `${at}/role-mappings/realm`, [{ name: 'customer' }])).status).toBe(204);
    expect(await names('/role-mappings/realm')).toEqual([]);

    const session = await signIn('new@symbio.test', 'a password');
    expect((await admin('PUT', at, { enabled: false })).status).toBe(204);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect(await signIn('new@symbio.test', 'a password')).toMatchObject({
      status: 400,
      error_description: 'Account disabled',
    });
    expect((await admin('POST', `${at}/logout`)).status).toBe(204);
    expect((await admin('PUT', at, { enabled: true })).status).toBe(204);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await admin('GET', at)).json).toMatchObject({ firstName: 'Nora', enabled: true });
  });

  it('are found, changed, given roles and removed', async () => {
    const { location } = await admin('POST', '/users', { ...newcomer, emailVerified: true });
    const id = location.split('/').at(-1) ?? '';
    expect((await admin('POST', '/users', newcomer)).status).toBe(409);
    expect((await admin('GET', '/users?email=new%40symbio.test&exact=true')).json).toEqual([
      expect.objectContaining({ id, email: 'new@symbio.test', firstName: 'Nora', lastName: 'New' }),
    ]);
    expect((await admin('PUT', `/users/${id}`, { firstName: 'Norma' })).status).toBe(204);
    expect((await admin('GET', `/users/${id}`)).json).toMatchObject({ firstName: 'Norma', emailVerified: true });
    expect((await admin('POST', `/users/${id}/role-mappings/realm`, [{ name: 'symbio' }])).status).toBe(204);
    expect((await admin('POST', `/users/${id}/role-mappings/realm`, [{ name: 'emperor' }])).status).toBe(404);

    const session = await signIn('new@symbio.test', 'a password');
    expect(decodeJwt(session.access_token)).toMatchObject({ name: 'Norma', realm_access: { roles: ['symbio'] } });
    expect((await admin('PUT', `/users/${id}/reset-password`, { type: 'password', value: 'short' })).status).toBe(400);
    expect((await admin('PUT', `/users/${id}/reset-password`, { type: 'password', value: 'longer' })).status).toBe(204);
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await signIn('new@symbio.test', 'longer')).status).toBe(200);

    expect((await admin('DELETE', `/users/${id}`)).status).toBe(204);
    expect((await admin('GET', `/users/${id}`)).status).toBe(404);
    expect((await signIn('new@symbio.test', 'longer')).status).toBe(401);
  });
});
