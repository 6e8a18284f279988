import { newId } from '@symbio/runtime';
import { READ, SIGNED_IN, VIEWER, grid } from '../callers.js';
import { signIn, signInCode } from '../credentials.js';
import { SECRET_WORD } from '../system.js';
import type { RouteRow } from '../tries.js';
import { PASSWORD } from '../accounts.js';
import type { World } from '../world.js';
import { sharedReport } from './reports.js';

/** Separate session: refresh tokens are single-use. */
async function freshCookie(w: World): Promise<string> {
  const { refresh_token: token } = await signIn(w.system.issuerUrl, w.nextPerson().email, PASSWORD);
  return `symbio_session=${token}`;
}

export const routes: RouteRow[] = [
  {
    route: 'POST /api/auth/sign-in',
    cites: 'AUTH-05 AUTH-23',
    call: (w) => ({ path: '/api/auth/sign-in', body: { email: w.nextPerson().email, password: PASSWORD } }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/sign-in',
    way: 'wrong password',
    cites: 'AUTH-08',
    call: () => ({ path: '/api/auth/sign-in', body: { email: `${newId()}@access.test`, password: 'wrong' } }),
    everybody: 401,
  },
  {
    route: 'POST /api/auth/sign-in',
    way: 'into a disabled account',
    cites: 'AUTH-23',
    call: (w) => ({ path: '/api/auth/sign-in', body: { email: w.nextDisabled().email, password: PASSWORD } }),
    everybody: 403,
  },
  {
    route: 'GET /api/auth/session',
    way: 'by the cookie',
    cites: 'AUTH-23',
    call: async (w) => ({ path: '/api/auth/session', headers: { cookie: await freshCookie(w) } }),
    everybody: 'ok',
  },
  {
    route: 'GET /api/auth/session',
    way: 'without the cookie',
    cites: 'AUTH-03 AUTH-23',
    call: () => ({ path: '/api/auth/session' }),
    everybody: 401,
  },
  {
    route: 'GET /api/auth/options',
    cites: 'AUTH-23',
    call: () => ({ path: '/api/auth/options' }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/sso',
    cites: 'AUTH-23',
    call: async (w) => ({
      path: '/api/auth/sso',
      body: await signInCode(w.system.issuerUrl, w.nextPerson().email, PASSWORD, `${w.system.url}/login`),
    }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/sso',
    way: 'with a code that nobody gave',
    cites: 'AUTH-23',
    call: (w) => ({
      path: '/api/auth/sso',
      body: { code: 'made-up', code_verifier: 'made-up', redirect_uri: `${w.system.url}/login` },
    }),
    everybody: 401,
  },
  {
    route: 'POST /api/auth/sign-out',
    cites: 'AUTH-23',
    call: () => ({ path: '/api/auth/sign-out' }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/sign-up',
    cites: 'AUTH-16 AUTH-21',
    call: (w) => ({
      path: '/api/auth/sign-up',
      body: {
        name: 'Somebody Else',
        email: w.accounts[VIEWER].email,
        password: 'another-password',
        secretWord: SECRET_WORD,
      },
    }),
    everybody: 'ok',
  },
  {
    route: 'GET /api/auth/confirm',
    cites: 'AUTH-21',
    call: () => ({ path: '/api/auth/confirm?token=used' }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/invitations/look',
    cites: 'AUTH-34',
    call: () => ({ path: '/api/invitations/look', body: { token: 'made up' } }),
    everybody: 404,
  },
  {
    route: 'POST /api/invitations/register',
    cites: 'AUTH-21 AUTH-34',
    call: () => ({
      path: '/api/invitations/register',
      body: { token: 'made up', name: 'Somebody', password: 'another-password' },
    }),
    everybody: 404,
  },
  {
    route: 'POST /api/shared-reports/open',
    cites: 'OP-07',
    call: async (w) => ({ path: '/api/shared-reports/open', body: { token: await sharedReport(w) } }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/shared-reports/open',
    way: 'with an unknown share link',
    cites: 'OP-07',
    call: () => ({ path: '/api/shared-reports/open', body: { token: 'a'.repeat(43) } }),
    everybody: 404,
  },
  {
    route: 'POST /api/auth/resend-confirmation',
    cites: 'AUTH-09 AUTH-21',
    call: (w) => ({ path: '/api/auth/resend-confirmation', body: { email: w.accounts[VIEWER].email } }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/forgot-password',
    cites: 'AUTH-23',
    call: (w) => ({ path: '/api/auth/forgot-password', body: { email: w.accounts[VIEWER].email } }),
    everybody: 'ok',
  },
  {
    route: 'POST /api/auth/reset-password',
    way: 'without a mailed link',
    cites: 'AUTH-23',
    call: () => ({ path: '/api/auth/reset-password', body: { token: 'made up', password: 'another-password' } }),
    everybody: 404,
  },
  {
    route: 'POST /api/secret-manager',
    cites: 'AUTH-16 AUTH-17',
    call: () => ({ path: '/api/secret-manager', body: { secretWord: SECRET_WORD } }),
    everybody: 'ok',
  },
  {
    route: 'ALL /auth',
    way: "the realm's own pages",
    cites: 'AUTH-23',
    call: () => ({ path: '/auth/realms/symbio/.well-known/openid-configuration' }),
    everybody: 'ok',
  },
  {
    route: 'ALL /auth',
    way: "the provider's administration",
    cites: 'AUTH-24',
    call: () => ({ path: '/auth/admin/realms/symbio/users' }),
    everybody: 404,
  },
  {
    route: 'ALL /auth',
    way: "the provider's tokens",
    cites: 'AUTH-24',
    call: () => ({ path: '/auth/realms/symbio/protocol/openid-connect/token' }),
    everybody: 404,
  },
  {
    route: 'ALL /auth',
    way: "the provider's other realms",
    cites: 'AUTH-24',
    call: () => ({ path: '/auth/realms/master/.well-known/openid-configuration' }),
    everybody: 404,
  },

  {
    route: 'ALL /files',
    way: 'signed',
    cites: 'API-09',
    call: (w) => ({ path: w.document.fileUrl }),
    everybody: 'ok',
  },
  {
    route: 'ALL /files',
    way: 'signed thumbnail',
    cites: 'API-09',
    call: (w) => ({ path: w.page.thumbnailUrl }),
    everybody: 'ok',
  },
  {
    route: 'ALL /files',
    way: 'without a signature',
    cites: 'API-09',
    call: (w) => ({ path: w.document.fileUrl.replace(/\?.*/, '') }),
    everybody: 403,
  },
  {
    route: 'ALL /files',
    way: 'with the signature of another file',
    cites: 'API-09',
    call: (w) => ({ path: w.document.fileUrl.replace(/\?.*/, w.page.thumbnailUrl.replace(/[^?]*/, '')) }),
    everybody: 403,
  },
  {
    route: 'ALL /files',
    way: 'with a later end than was signed',
    cites: 'API-09',
    call: (w) => ({ path: w.document.fileUrl.replace(/exp=\d+/, 'exp=99999999999') }),
    everybody: 403,
  },
  {
    route: 'ALL /files',
    way: 'whose time is over',
    cites: 'API-09',
    call: async (w) => ({ path: await w.expiredFileUrl() }),
    everybody: 403,
  },
  {
    route: 'ALL /files',
    way: 'a tile of another page than was signed',
    cites: 'API-09',
    call: (w) => ({ path: `${w.page.tileSource?.url.replace('/1/hash/', '/2/hash/')}0/0_0.jpg` }),
    everybody: 403,
  },

  {
    route: 'GET /api/events',
    way: 'of a project',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/events?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/events',
    way: 'of no project',
    cites: 'AUTH-24',
    call: () => ({ path: '/api/events' }),
    allowed: SIGNED_IN,
  },

  {
    route: 'GET /api/public/openapi.json',
    cites: 'API-03',
    call: () => ({ path: '/api/public/openapi.json' }),
    everybody: 'ok',
  },
  {
    route: 'GET /llms.txt',
    cites: 'API-03',
    call: () => ({ path: '/llms.txt' }),
    everybody: 'ok',
  },
  {
    route: 'GET /llms-full.txt',
    cites: 'API-03',
    call: () => ({ path: '/llms-full.txt' }),
    everybody: 'ok',
  },
  {
    route: 'GET /api/public/docs/:file',
    cites: 'API-03',
    call: () => ({ path: '/api/public/docs/listAuthors.md' }),
    everybody: 'ok',
  },
  {
    route: 'GET /healthz',
    cites: 'AUTH-03',
    call: () => ({ path: '/healthz' }),
    everybody: 'ok',
  },
];

/**
 * Unknown addresses: unauthenticated callers get the same error as for existing routes, which are thus not revealed.
 */
export const fallbacks: RouteRow[] = [
  {
    route: 'GET /api/public/no-such-address',
    cites: 'AUTH-03 API-02',
    call: () => ({ path: '/api/public/no-such-address' }),
    allowed: grid({}, 404),
  },
  {
    route: 'GET /api/no-such-address',
    cites: 'AUTH-03',
    call: () => ({ path: '/api/no-such-address' }),
    allowed: grid({}, 404),
  },
  {
    route: 'POST /no-such-address',
    cites: 'NAV-18',
    call: () => ({ path: '/no-such-address', body: {} }),
    everybody: 404,
  },
  {
    route: 'GET /projects/some-id/setup',
    way: 'the application, whose calls are refused each for themselves',
    cites: 'AUTH-03 NAV-18',
    call: () => ({ path: '/projects/some-id/setup', headers: { accept: 'text/html' } }),
    everybody: 'ok',
  },
  {
    route: 'GET /assets/app.js',
    way: 'a file of the application',
    cites: 'AUTH-01 AUTH-02',
    call: () => ({ path: '/assets/app.js' }),
    everybody: 'ok',
  },
];
