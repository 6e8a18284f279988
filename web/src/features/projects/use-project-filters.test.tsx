import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderRoutes } from '../../testing/render.js';
import { useProjectFilters } from './use-project-filters.js';

function Search() {
  const { search, setSearch } = useProjectFilters();
  return <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />;
}

describe('a search of projects', () => {
  it('does not cancel a navigation while debounced', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { path, router } = renderRoutes([
      { path: '/', element: <Search /> },
      { path: '/other', lazy: () => arrived.then(() => ({ Component: () => <p>The other one</p> })) },
    ]);
    // one change event, so the debounce is pending on unmount, independent of machine load
    fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'gas' } });
    act(() => void router.navigate('/other'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    arrive();
    await screen.findByText('The other one');
    expect(path()).toBe('/other');
  });

  it('is in the URL after the debounce (CONST-20)', async () => {
    const { router, user } = renderRoutes([{ path: '/', element: <Search /> }], '/?status=active&page=3');
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'gas');
    await waitFor(() => expect(router.state.location.search).toBe('?status=active&search=gas'));
  });
});
