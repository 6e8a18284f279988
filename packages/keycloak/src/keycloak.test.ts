import { keycloakDependency } from './keycloak.js';

describe('a Keycloak realm', () => {
  const answers = answeredBy();
  it('that does not exist is reported with its setting and its address', async () => {
    answers.next = new Response('{}', { status: 404 });
    const { check } = keycloakDependency({ KEYCLOAK_URL: 'https://id.example/', KEYCLOAK_REALM: 'sybmio' });
    await expect(check(new AbortController().signal)).rejects.toThrow(
      'it has no realm of the name in KEYCLOAK_REALM, "sybmio": https://id.example/realms/sybmio/.well-known/openid-configuration answers 404',
    );
  });

  it('is distinguished from other web pages', async () => {
    const { check } = keycloakDependency({ KEYCLOAK_URL: 'https://id.example', KEYCLOAK_REALM: 'symbio' });
    answers.next = new Response('<html>');
    await expect(check(new AbortController().signal)).rejects.toThrow('KEYCLOAK_URL does not lead to a Keycloak');
    answers.next = Response.json({ issuer: 'https://id.example/realms/symbio' });
    await expect(check(new AbortController().signal)).resolves.toBeUndefined();
  });

  it('whose tokens name another address is refused only by processes that verify tokens', async () => {
    const settings = { KEYCLOAK_URL: 'http://keycloak:8080', KEYCLOAK_REALM: 'symbio' };
    const issuer = 'https://id.example/realms/symbio';
    answers.next = Response.json({ issuer });
    await expect(keycloakDependency(settings, true).check(new AbortController().signal)).rejects.toThrow(
      `its tokens name ${issuer} as their issuer, and would be refused: KEYCLOAK_URL must be the address`,
    );
    answers.next = Response.json({ issuer });
    await expect(keycloakDependency(settings).check(new AbortController().signal)).resolves.toBeUndefined();
    answers.next = Response.json({ issuer });
    const right = { ...settings, KEYCLOAK_URL: 'https://id.example/' };
    await expect(keycloakDependency(right, true).check(new AbortController().signal)).resolves.toBeUndefined();
  });
});

/** Replaces `fetch`. */
function answeredBy() {
  const state: { next: Response } = { next: new Response() };
  const { fetch } = globalThis;
  beforeAll(() => {
    globalThis.fetch = () => Promise.resolve(state.next);
  });
  afterAll(() => {
    globalThis.fetch = fetch;
  });
  return state;
}
