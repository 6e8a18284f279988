import { act, screen, waitFor } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { renderRoutes, renderScreen } from '../../../testing/render.js';
import { usePageInUrl, type PageInUrl } from './page-in-url.js';

let shown: PageInUrl;
let back: () => void;

function Reader() {
  shown = usePageInUrl();
  const navigate = useNavigate();
  back = () => void navigate(-1);
  return <p>{`${shown.page ?? 'no page'}, ${shown.isReached ? 'reached' : 'asked for'}`}</p>;
}

const says = (text: string): Promise<HTMLElement> => screen.findByText(text);

describe('the page in the URL', () => {
  it('is requested by a link, and reached by reading', async () => {
    const { path } = renderScreen(<Reader />, '/report?page=14&q=tank');
    await says('14, asked for');
    act(() => shown.follow(16));
    act(() => shown.follow(17));
    await says('17, reached');
    expect(path()).toBe('/report?page=17&q=tank');
  });

  it('is requested again by a link, by Back, and by a link to an earlier page', async () => {
    const { router } = renderScreen(<Reader />, '/report?page=14');
    act(() => shown.follow(17));
    await says('17, reached');
    await act(() => router.navigate('/report?page=30'));
    await says('30, asked for');
    act(back);
    await says('17, asked for');
    await act(() => router.navigate('/report?page=14'));
    await says('14, asked for');
  });

  it('stays reached while other parameters change', async () => {
    const { router } = renderScreen(<Reader />, '/report');
    await says('no page, asked for');
    act(() => shown.follow(2));
    await says('2, reached');
    await act(() => router.navigate('/report?page=2&q=tank', { replace: true }));
    await waitFor(() => expect(router.state.location.search).toBe('?page=2&q=tank'));
    await says('2, reached');
  });

  it('is not written for a document opened at its start', async () => {
    const { path } = renderScreen(<Reader />, '/report');
    act(() => shown.follow(1));
    act(() => shown.follow(3));
    await says('3, reached');
    act(() => shown.follow(1));
    await says('1, reached');
    expect(path()).toBe('/report?page=1');
  });

  it('does not cancel a pending navigation to a lazily loaded screen', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { path, router } = renderRoutes(
      [
        { path: '/report', element: <Reader /> },
        { path: '/other', lazy: () => arrived.then(() => ({ Component: () => <p>The other one</p> })) },
      ],
      '/report?page=2',
    );
    await says('2, asked for');
    act(() => shown.follow(5));
    act(() => void router.navigate('/other'));
    act(() => shown.follow(6));
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    arrive();
    await says('The other one');
    expect(path()).toBe('/other');
  });
});
