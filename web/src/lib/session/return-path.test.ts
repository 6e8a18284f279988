import { returnPath } from './return-path.js';

describe('the path after signing in', () => {
  it.each(['/', '/issues?page=2', '/projects/p-1/insights?feature=7#mentions', '/settings'])(
    '%s is followed with query and hash (AUTH-03)',
    (path) => expect(returnPath(path)).toBe(path),
  );

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'javascript:alert(1)',
    'projects',
    '',
    undefined,
    { path: '/issues' },
  ])('%p leads to the dashboard, never to another site', (wanted) => expect(returnPath(wanted)).toBe('/'));

  it.each(['/login', '/login?confirmed=1', '/login/callback?code=1', '/register'])(
    '%s is no place to come back to',
    (path) => expect(returnPath(path)).toBe('/'),
  );
});
