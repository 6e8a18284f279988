import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setLetterKeysOn } from '../../../lib/ui/letter-keys.js';
import { appServer } from '../../../testing/app-server.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { issue, issuePage, screenshot, wish } from '../../../testing/issues.js';
import { renderRoutes, type RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { NewIssue } from './report-api.js';
import { ReportButton } from './report-button.js';

/** Field, not its tabs. */
const DESCRIPTION = /^Description(?!:)/;
const PROMPT = "Describe the issue you're experiencing in a few words.";
const FIELD_TEXTS = 'the tiles stay grey when I zoom into a sheet with a very long name';

let server: FakeServer;

beforeEach(async () => {
  sessionStorage.clear();
  URL.createObjectURL = () => 'blob:symbio/1';
  URL.revokeObjectURL = () => undefined;
  server = appServer();
  await signedIn(server);
  server.on('GET /api/public/issues', { json: issuePage([]) });
  server.on('GET /api/public/issues/labels', { json: { data: [{ label: 'viewer', count: 2 }] } });
  server.on('GET /api/public/issues/similar', { json: { data: [] } });
  server.on('POST /api/translate-issue', {
    json: { title: 'Tiles stay grey', description: '## What\n\nTiles.', type: 'improvement' },
  });
  server.on('POST /api/public/issues', { status: 201, json: { issue } });
});

const routes = [
  {
    path: '*',
    element: (
      <>
        <input aria-label="Elsewhere" />
        <ReportButton />
      </>
    ),
  },
];

const rendered = (at = '/projects/p-1/documents/d-1?page=3#x'): RenderedScreen => renderRoutes(routes, at);

async function opened(at?: string): Promise<RenderedScreen> {
  const view = rendered(at);
  await view.user.click(screen.getByRole('button', { name: 'Report an Issue' }));
  await screen.findByRole('dialog', { name: 'Report an Issue' });
  return view;
}

const type = (label: string | RegExp, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const press = async (view: RenderedScreen, name: string): Promise<void> =>
  view.user.click(await screen.findByRole('button', { name }));

async function atDetails(): Promise<RenderedScreen> {
  const view = await opened();
  type(PROMPT, FIELD_TEXTS);
  await press(view, 'Next');
  await screen.findByRole('dialog', { name: 'Issue Details' });
  return view;
}

const picture = (name: string): File => new File(['picture'], name, { type: 'image/png' });

const pick = (...files: File[]): boolean =>
  fireEvent.change(screen.getByLabelText('Choose screenshots'), { target: { files } });

const reported = (): NewIssue[] => server.requestsOf('POST /api/public/issues').map(({ body }) => body as NewIssue);
const uploads = (): FormData[] =>
  server.requestsOf('POST /api/public/issues/screenshots').map(({ body }) => body as FormData);
const valueOf = (label: string | RegExp): string => screen.getByLabelText<HTMLInputElement>(label).value;

describe('the first step of a report', () => {
  it('asks for at least ten characters (ISSUE-21, ISSUE-23, CONST-21)', async () => {
    const view = await opened();
    type(PROMPT, ' too short ');
    await press(view, 'Next');
    expect(await screen.findByText('Please describe the issue in at least 10 characters')).toBeTruthy();
    expect(server.requestsOf('POST /api/translate-issue')).toHaveLength(0);
  });

  it('gets title, description and type from the text (ISSUE-22, ISSUE-24, ISSUE-27, ISSUE-30, ISSUE-31)', async () => {
    await atDetails();
    expect(server.requestsOf('POST /api/translate-issue').map(({ body }) => body)).toEqual([
      { description: FIELD_TEXTS },
    ]);
    expect(valueOf(/^Title/)).toBe('Tiles stay grey');
    expect(valueOf('Type')).toBe('improvement');
    expect(valueOf('Severity')).toBe('s2');
    expect(valueOf(DESCRIPTION)).toBe('## What\n\nTiles.');
    expect(valueOf('Path')).toBe('/projects/p-1/documents/d-1?page=3');
    expect(screen.getByLabelText<HTMLInputElement>('Path').readOnly).toBe(true);
    for (const [label, values] of [
      ['Type', ['bug', 'improvement', 'feature_request']],
      ['Severity', ['s0', 's1', 's2', 's3', 's4']],
    ] as const) {
      const options = within(screen.getByLabelText(label)).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value }) => value)).toEqual(values);
    }
  });

  it('continues without a suggestion (ISSUE-25, ISSUE-26, CONST-21)', async () => {
    server.on('POST /api/translate-issue', { status: 502, json: { error: 'The endpoint is down.' } });
    const view = await opened();
    type(PROMPT, FIELD_TEXTS);
    await press(view, 'Next');
    expect(await screen.findByText('AI processing failed. You can still proceed manually.')).toBeTruthy();
    await press(view, 'Continue Manually');
    await screen.findByRole('dialog', { name: 'Issue Details' });
    expect(valueOf(/^Title/)).toBe(`${FIELD_TEXTS.slice(0, 50)}...`);
    expect(valueOf('Type')).toBe('bug');
    expect(valueOf(DESCRIPTION)).toBe(FIELD_TEXTS);
  });

  it('shows similar issues while typing; they open in a new tab', async () => {
    server.on('GET /api/public/issues/similar', { json: { data: [wish] } });
    await opened();
    type(PROMPT, 'Measure distances');
    const link = await screen.findByRole('link', { name: 'SYM-13 Measure on a sheet' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/issues/SYM-13', '_blank']);
    expect(server.requestsOf('GET /api/public/issues/similar').at(-1)?.query.get('text')).toBe('Measure distances');
  });
});

it('shows no similar issues of the previous text after a failure', async () => {
  server.on('GET /api/public/issues/similar', ({ query }) =>
    query.get('text') === 'Measure distances'
      ? { json: { data: [wish] } }
      : { status: 503, json: { error: 'The issue service is down.' } },
  );
  await opened();
  type(PROMPT, 'Measure distances');
  await screen.findByRole('link', { name: 'SYM-13 Measure on a sheet' });
  type(PROMPT, 'Tiles stay grey');
  expect(await screen.findByText('The search for similar issues failed.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'SYM-13 Measure on a sheet' })).toBeNull();
});

describe('the second step of a report', () => {
  it('needs a title and a description (ISSUE-28, ISSUE-29)', async () => {
    const view = await atDetails();
    type(/^Title/, ' ');
    type(DESCRIPTION, '');
    await press(view, 'Submit Issue');
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(screen.getByText('Description is required')).toBeTruthy();
    expect(reported()).toHaveLength(0);
  });

  it('sends the issue and opens it (ISSUE-32, ISSUE-35)', async () => {
    const view = await atDetails();
    await view.user.click(screen.getByRole('button', { name: /^Do not attach: Browser/ }));
    await press(view, 'Submit Issue');
    await view.user.click(await screen.findByRole('button', { name: 'SYM-12' }));
    await waitFor(() => expect(view.path()).toBe('/issues/SYM-12'));
    const [body] = reported();
    expect(body).toMatchObject({
      title: 'Tiles stay grey',
      description: '## What\n\nTiles.',
      type: 'improvement',
      severity: 's2',
      path: '/projects/p-1/documents/d-1?page=3',
    });
    expect(body).not.toHaveProperty('assignee');
    expect(body?.context.slice(0, 4).map(({ name }) => name)).toEqual(['Version', 'Theme', 'Window', 'Address']);
    expect(uploads()).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sends an incomplete label (ISSUE-35)', async () => {
    const view = await atDetails();
    await view.user.type(screen.getByRole('combobox', { name: 'Labels' }), 'perf');
    await press(view, 'Submit Issue');
    await screen.findByText('Issue reported');
    expect(reported()[0]?.labels).toEqual(['perf']);
  });

  it('shows that the description is missing also from its preview (ISSUE-29)', async () => {
    const view = await atDetails();
    type(DESCRIPTION, '');
    await view.user.click(screen.getByRole('tab', { name: /^Preview/ }));
    await press(view, 'Submit Issue');
    expect(await screen.findByText('Description is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(DESCRIPTION));
  });

  it('keeps focus in the dialog when an entry is removed (ISSUE-27)', async () => {
    const view = await atDetails();
    await view.user.click(screen.getByText(/^Attached context/));
    await view.user.click(screen.getByRole('button', { name: /^Do not attach: Version/ }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Do not attach: Browser/ }));
    pick(picture('one.png'));
    await view.user.click(screen.getByRole('button', { name: 'Remove one.png' }));
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the input when refused, and creates no second issue (ISSUE-35)', async () => {
    server.on('POST /api/public/issues', { status: 503, json: { error: 'The issue service is down.' } });
    const view = await atDetails();
    await press(view, 'Submit Issue');
    expect(await screen.findByText('The issue service is down.')).toBeTruthy();
    server.on('POST /api/public/issues', { status: 201, json: { issue } });
    await press(view, 'Submit Issue');
    await screen.findByText('Issue reported');
    expect(reported()).toHaveLength(2);
    expect(new Set(reported().map(({ id }) => id)).size).toBe(1);
  });

  it('goes back and forth between the steps without losing changes (ISSUE-35)', async () => {
    const view = await atDetails();
    type(/^Title/, 'My own title');
    await press(view, 'Back');
    await screen.findByRole('dialog', { name: 'Report an Issue' });
    expect(valueOf(PROMPT)).toBe(FIELD_TEXTS);
    type(PROMPT, `${FIELD_TEXTS}!`);
    server.on('POST /api/translate-issue', { json: { title: 'Another', description: 'New words.', type: 'bug' } });
    await press(view, 'Next');
    await screen.findByRole('dialog', { name: 'Issue Details' });
    expect([valueOf(/^Title/), valueOf(DESCRIPTION), valueOf('Type')]).toEqual(['My own title', 'New words.', 'bug']);
  });
});

describe('screenshots of a report', () => {
  it('are sent after the issue, each with its id (ISSUE-32, ISSUE-33)', async () => {
    server.on('POST /api/public/issues/screenshots', {
      status: 201,
      json: { data: [{ screenshot: screenshot(1) }, { screenshot: screenshot(2) }] },
    });
    const view = await atDetails();
    expect(screen.getByText('Click to add screenshots or drag and drop')).toBeTruthy();
    expect(screen.getByText('PNG, JPG, GIF up to 10MB each')).toBeTruthy();
    pick(picture('one.png'));
    fireEvent.drop(screen.getByRole('button', { name: /^Add Images/ }), {
      dataTransfer: { files: [picture('two.png')] },
    });
    fireEvent.paste(document.body, { clipboardData: { files: [picture('three.png')], types: ['Files'] } });
    await view.user.click(screen.getByRole('button', { name: 'Remove two.png' }));
    await press(view, 'Submit Issue');
    await screen.findByText('Issue reported');
    expect(server.requestsOf('POST /api/public/issues/screenshots')[0]?.query.get('issue_id')).toBe(issue.id);
    const parts = [...(uploads()[0] ?? [])].map(([name, value]) => (value instanceof File ? value.name : name));
    expect(parts).toEqual(['id', 'one.png', 'id', 'three.png']);
  });

  it('that cannot be captured show an error in the dialog', async () => {
    const getDisplayMedia = () => Promise.reject(new Error('No screen.'));
    Object.defineProperty(navigator, 'mediaDevices', { value: { getDisplayMedia }, configurable: true });
    try {
      const view = await atDetails();
      await press(view, 'Capture this page');
      const dialog = within(screen.getByRole('dialog'));
      expect(await dialog.findByText('The page could not be captured. Add a screenshot as a file.')).toBeTruthy();
    } finally {
      Reflect.deleteProperty(navigator, 'mediaDevices');
    }
  });

  it('that are invalid are named, and valid ones kept (ISSUE-34, CONST-22)', async () => {
    await atDetails();
    const big = Object.defineProperty(picture('big.png'), 'size', { value: 10 * 1024 * 1024 + 1 });
    pick(new File(['words'], 'notes.txt', { type: 'text/plain' }), big, picture('good.png'));
    expect(screen.getByText('notes.txt: Only image files are allowed')).toBeTruthy();
    expect(screen.getByText('big.png: Screenshots must be smaller than 10 MB')).toBeTruthy();
    pick(...Array.from({ length: 10 }, (_, number) => picture(`${number}.png`)));
    expect(screen.getByText('9.png: An issue can have at most 10 screenshots')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Chosen screenshots' })).getAllByRole('listitem')).toHaveLength(10);
  });

  it('that the server refuses are retried without a second issue (ISSUE-34)', async () => {
    server.on('POST /api/public/issues/screenshots', {
      status: 201,
      json: {
        data: [
          { screenshot: screenshot(1) },
          { error: 'Only image files are allowed', file_name: 'false.png' },
          { error: 'The store is down.', file_name: 'late.png' },
        ],
      },
    });
    const view = await atDetails();
    pick(picture('one.png'), picture('false.png'), picture('late.png'));
    await press(view, 'Submit Issue');
    const left = within(await screen.findByRole('dialog', { name: 'SYM-12 is reported' }));
    expect(left.getByText('Only image files are allowed')).toBeTruthy();
    expect(left.queryByText('one.png')).toBeNull();
    await press(view, 'Remove false.png');
    server.on('POST /api/public/issues/screenshots', { status: 201, json: { data: [{ screenshot: screenshot(3) }] } });
    await press(view, 'Try Again');
    await screen.findByText('Issue reported');
    expect(reported()).toHaveLength(1);
    expect(uploads().map((form) => form.getAll('files').length)).toEqual([3, 1]);
    expect(uploads()[1]?.get('id')).toBe(uploads()[0]?.getAll('id')[2]);
  });
});

describe('the draft', () => {
  it('survives closing, another page and a reload, until it is discarded', async () => {
    const view = await atDetails();
    type(/^Title/, 'Kept');
    // a click outside does not close the dialog
    fireEvent.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    expect(valueOf(/^Title/)).toBe('Kept');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    view.unmount();
    const again = rendered('/issues');
    await again.user.click(await screen.findByRole('button', { name: 'Report an Issue' }));
    await screen.findByRole('dialog', { name: 'Issue Details' });
    expect([valueOf(/^Title/), valueOf('Path')]).toEqual(['Kept', '/projects/p-1/documents/d-1?page=3']);
    await press(again, 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await again.user.click(await screen.findByRole('button', { name: 'Report an Issue' }));
    await screen.findByRole('dialog', { name: 'Report an Issue' });
    expect(valueOf(PROMPT)).toBe('');
  });
});

describe('the shortcut', () => {
  it('opens the dialog, but not in text fields (NAV-31)', async () => {
    const view = rendered();
    screen.getByLabelText('Elsewhere').focus();
    await view.user.keyboard('{Shift>}I{/Shift}');
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByLabelText('Elsewhere').blur();
    await view.user.keyboard('{Shift>}I{/Shift}');
    expect(await screen.findByRole('dialog', { name: 'Report an Issue' })).toBeTruthy();
  });

  it('does nothing where single-letter shortcuts are switched off (WCAG 2.1.4)', async () => {
    setLetterKeysOn(false);
    try {
      const view = rendered();
      await view.user.keyboard('{Shift>}I{/Shift}');
      expect(screen.queryByRole('dialog')).toBeNull();
    } finally {
      setLetterKeysOn(true);
    }
  });
});
