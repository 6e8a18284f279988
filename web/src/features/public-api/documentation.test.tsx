import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { apiDocument, apiDocumentWith, apiReference, documented } from '../../testing/api-document.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { BACK_TO_TOP_PX } from './back-to-top.js';
import { COPIED_MS } from '../../components/copy-button.js';
import { PublicApiPage } from './public-api-page.js';

const staff = { ...me, role: 'symbio' as const, permissions: { ...me.permissions, canManageUser: false } };

let server: FakeServer;
let scrolledTo: number;

beforeEach(async () => {
  scrolledTo = 0;
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrolledTo });
  server = fakeServer();
  await signedIn(server, staff);
  server.on('GET /api/public/openapi.json', {
    json: apiDocumentWith('createAnnotation', 'listFeatures', 'getFeature'),
  });
});

const scrollTo = (y: number): void => {
  scrolledTo = y;
  fireEvent.scroll(window);
};
/** userEvent replaces the clipboard. */
const copied = (): Promise<string> => navigator.clipboard.readText();

const shown = async (at?: string): Promise<RenderedScreen> => {
  const view = renderScreen(<PublicApiPage />, at);
  await screen.findByRole('heading', { name: 'Quick start' });
  return view;
};
const opened = async (id: string): Promise<RenderedScreen> => {
  const view = await shown(`/settings/public-api#${id}`);
  await screen.findByRole('button', { name: 'Try it' });
  return view;
};

describe('the documentation', () => {
  it('has every operation behind its method and path, and their number (SET-13, CONST-17)', async () => {
    server.on('GET /api/public/openapi.json', { json: apiDocument });
    await shown();
    const headings = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
    for (const { operations } of apiReference.groups)
      for (const { method, path, summary } of operations)
        expect(headings).toContain(`${method.toUpperCase()}/api/public${path}${summary}`);
    expect(apiReference.count).toBeGreaterThanOrEqual(37);
    expect(screen.getByText(new RegExp(`^${apiReference.count} operations for programs`))).toBeTruthy();
    expect(screen.getByText(/^Version 0\.2\.0 has 37 operations/)).toBeTruthy();
    expect(screen.getByText('Authorization: Bearer sk_...')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
    expect(server.requestsOf('GET /api/api-keys')).toHaveLength(0);
  });

  it('shows when the document cannot be read, and retries', async () => {
    server.on('GET /api/public/openapi.json', { status: 503, json: { error: 'The service is starting.' } });
    const view = renderScreen(<PublicApiPage />);
    expect(await screen.findByText('The service is starting.')).toBeTruthy();
    server.on('GET /api/public/openapi.json', { json: apiDocument });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Quick start' })).toBeTruthy();
  });

  it('opens the operation in the URL, also by a legacy anchor', async () => {
    await opened('getFeatureById');
    expect(screen.getByRole('button', { name: /GET\s*\/api\/public\/features\s*List/, expanded: true })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'getFeature' }).getAttribute('href')).toBe('#getFeature');
  });

  it('works with an invalidly encoded anchor (SET-13)', async () => {
    await shown('/settings/public-api#100%');
    expect(screen.getByRole('heading', { name: 'Operations' })).toBeTruthy();
  });

  it('shows parameters, responses and errors of an operation (SET-13)', async () => {
    await opened('createAnnotation');
    const body = screen.getByRole('group', { name: 'Body (JSON)' });
    expect(within(body).getAllByText('required').length).toBeGreaterThan(3);
    expect(within(body).getByText('Fields of Ellipse')).toBeTruthy();
    expect(within(body).getByText('rectangle')).toBeTruthy();
    expect(screen.getByText('A key with write access')).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Refusals' })).getByText('409')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'answer of POST /api/public/annotations' }).textContent).toContain(
      'Gasoline tank',
    );
  });

  it('shows samples in the selected language, on the whole page', async () => {
    const view = await opened('createAnnotation');
    const request = screen.getByRole('region', { name: 'request of POST /api/public/annotations' });
    expect(request.textContent).toContain('curl -X POST');
    const [tab] = screen.getAllByRole('tab', { name: /^Python/ });
    if (tab) await view.user.click(tab);
    expect(request.textContent).toContain('import httpx');
    expect(screen.getByRole('region', { name: 'step 1' }).textContent).toContain('import httpx');
  });

  it('is searched by words, including fields', async () => {
    const view = await shown();
    await view.user.type(screen.getByRole('searchbox'), 'land_use_overlaps');
    expect(await screen.findByText('1 operation found')).toBeTruthy();
    expect(screen.getByRole('button', { name: /List features of interest/ })).toBeTruthy();
    await view.user.type(screen.getByRole('searchbox'), ' cake');
    expect(await screen.findByText('No operation has all of these words.')).toBeTruthy();
  });

  it('copies an example and confirms it for two seconds (SET-14, CONST-14)', async () => {
    const view = await shown();
    const button = await screen.findByRole('button', { name: 'Copy authorization header' });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      fireEvent.click(button);
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(button.textContent).toContain('Copied');
      await act(() => jest.advanceTimersByTimeAsync(COPIED_MS - 1));
      expect(button.textContent).toContain('Copied');
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(button.textContent).not.toContain('Copied');
    } finally {
      jest.useRealTimers();
    }
    expect(COPIED_MS).toBe(2000);
    expect(await copied()).toBe('Authorization: Bearer sk_...');
    view.unmount();
  });

  it('shows when the browser forbids copying', async () => {
    const view = await shown();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await view.user.click(await screen.findByRole('button', { name: 'Copy authorization header' }));
    expect(await screen.findByText('Copying is not possible here')).toBeTruthy();
  });

  it('has a back-to-top button after 400 px, not before (SET-14, CONST-14)', async () => {
    const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const view = await shown();
    scrollTo(BACK_TO_TOP_PX);
    expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull();
    scrollTo(BACK_TO_TOP_PX + 1);
    await view.user.click(screen.getByRole('button', { name: 'Back to top' }));
    expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    scrollTo(0);
    expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull();
    expect(BACK_TO_TOP_PX).toBe(400);
  });
});

describe('trying an operation', () => {
  const form = async (id: string): Promise<{ view: RenderedScreen; form: HTMLElement }> => {
    const view = await opened(id);
    await view.user.click(screen.getByRole('button', { name: 'Try it' }));
    return { view, form: screen.getByRole('form', { name: `Try ${id}` }) };
  };
  const KEY = 'sk_reader';

  it('sends the entered key, and shows status, headers and body', async () => {
    const { path, example } = documented('getFeature');
    const id = example.params?.id ?? '';
    server.on(`GET /api/public${path.replace('{id}', id)}`, {
      json: { data: { name: 'Gas works' } },
      headers: { 'ratelimit-policy': '"default";q=600;w=60' },
    });
    const { view, form: tried } = await form('getFeature');
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    expect(await within(tried).findByText('Enter an API key')).toBeTruthy();
    await view.user.type(within(tried).getByLabelText(/^API key/), KEY);
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    expect(await within(tried).findByText(/Gas works/)).toBeTruthy();
    expect(within(tried).getByText(/^200/)).toBeTruthy();
    expect(within(tried).getByText('ratelimit-policy: "default";q=600;w=60')).toBeTruthy();
    expect(server.requests.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    // not stored anywhere
    const kept = [JSON.stringify(view.store.getState()), JSON.stringify({ ...localStorage, ...sessionStorage })];
    for (const text of kept) expect(text).not.toContain(KEY);
  });

  it('for people sends an access token, and shows that keys are refused', async () => {
    server.on('GET /api/public/openapi.json', { json: apiDocumentWith('reviewRun') });
    const { view, form: tried } = await form('reviewRun');
    expect(screen.getByText('A signed-in user; keys are refused')).toBeTruthy();
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    expect(await within(tried).findByText('Enter an access token')).toBeTruthy();
    await view.user.type(within(tried).getByLabelText(/^Access token/), 'eyJ');
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('alertdialog', { name: 'Send this request?' })).toBeTruthy();
  });

  it('asks for confirmation before it writes', async () => {
    server.on('POST /api/public/annotations', { status: 201, json: { data: { id: 'a-1' } } });
    const { view, form: tried } = await form('createAnnotation');
    await view.user.type(within(tried).getByLabelText(/^API key/), KEY);
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    const question = await screen.findByRole('alertdialog', { name: 'Send this request?' });
    expect(server.requestsOf('POST /api/public/annotations')).toHaveLength(0);
    await view.user.click(within(question).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/annotations')).toHaveLength(1));
    expect(server.requestsOf('POST /api/public/annotations')[0]?.body).toEqual(
      documented('createAnnotation').example.body,
    );
    expect(await within(tried).findByText(/^201/)).toBeTruthy();
  });

  it('asks nothing for a dry run', async () => {
    server.on('POST /api/public/annotations', { json: { data: {}, dry_run: true } });
    const { view, form: tried } = await form('createAnnotation');
    await view.user.type(within(tried).getByLabelText(/^API key/), KEY);
    await view.user.selectOptions(within(tried).getByRole('combobox', { name: 'dry_run' }), 'true');
    await view.user.click(within(tried).getByRole('button', { name: 'Send' }));
    expect(await within(tried).findByText(/^200/)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
