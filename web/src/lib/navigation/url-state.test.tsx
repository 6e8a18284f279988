import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { fakeServer } from '../../testing/fake-server.js';
import { signedIn } from '../../testing/sign-in.js';
import { pageNumberOf, rememberList, useUrlState, useWayBack } from './url-state.js';
import { signOut } from '../session/session.js';

const at = (address: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  ),
});

describe('a change of the address', () => {
  it('leaves the other parameters as they are', () => {
    const { result } = renderHook(
      () => ({ address: useUrlState(), here: useLocation() }),
      at('/x?q=gas&page=3&band=high'),
    );
    act(() => result.current.address[1]({ page: null, use: 'current', band: '' }));
    expect(result.current.here.search).toBe('?q=gas&use=current');
  });

  it('that follows another one starts from it', () => {
    const { result } = renderHook(() => ({ address: useUrlState(), here: useLocation() }), at('/x'));
    act(() => result.current.address[1]({ feature: 'f1' }));
    act(() => result.current.address[1]({ annotation: 'a1' }));
    expect(result.current.here.search).toBe('?feature=f1&annotation=a1');
  });
});

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=2.7', 2],
  ['page=0', 1],
  ['page=-4', 1],
  ['page=two', 1],
])('the page of “%s” is %d', (query, page) => expect(pageNumberOf(new URLSearchParams(query))).toBe(page));

it('keeps two changes that come before the next rendering', () => {
  const { result } = renderHook(() => ({ address: useUrlState(), here: useLocation() }), at('/x?q=gas'));
  act(() => {
    result.current.address[1]({ place: 'on' });
    result.current.address[1]({ decision: 'none', q: null });
  });
  expect(result.current.here.search).toBe('?place=on&decision=none');
});

describe('the way back to a list', () => {
  const wayBack = (path: string): string => {
    const { result, unmount } = renderHook(useWayBack);
    unmount();
    return result.current(path);
  };

  it('restores the list, without the item opened over it', () => {
    rememberList('/', '?status=open&page=2');
    rememberList('/projects/p-1/insights', '?feature=f1&annotation=a1&determine=1');
    rememberList('/projects/p-1/agents', '?status=failed&job=j1');
    rememberList('/issues', '?severity=s0');
    expect(wayBack('/')).toBe('/?status=open&page=2');
    expect(wayBack('/projects/p-1/insights')).toBe('/projects/p-1/insights?feature=f1');
    expect(wayBack('/projects/p-1/agents')).toBe('/projects/p-1/agents?status=failed');
    expect(wayBack('/issues')).toBe('/issues?severity=s0');
    expect(wayBack('/projects/p-2/insights')).toBe('/projects/p-2/insights');
    // deleted items are another list
    rememberList('/', '?status=open&deleted=true');
    expect(wayBack('/')).toBe('/?status=open&page=2');
    rememberList('/', '');
    expect(wayBack('/')).toBe('/');
  });

  it('keeps nothing of other screens', () => {
    rememberList('/projects/p-1/documents/d-1', '?page=7');
    expect(wayBack('/projects/p-1/documents/d-1')).toBe('/projects/p-1/documents/d-1');
  });

  it('is forgotten on sign-out', async () => {
    const server = fakeServer();
    await signedIn(server);
    rememberList('/', '?status=open');
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    await act(() => signOut());
    expect(wayBack('/')).toBe('/');
  });
});
