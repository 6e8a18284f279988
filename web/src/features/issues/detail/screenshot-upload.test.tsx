import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { issue, screenshot } from '../../../testing/issues.js';
import { renderScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Screenshot } from '../issue-records.js';
import { ReportButton } from '../report/report-button.js';
import { ScreenshotUpload } from './screenshot-upload.js';
import { ScreenshotsPanel } from './screenshots-panel.js';

let server: FakeServer;
let pictures: Screenshot[];

beforeEach(async () => {
  URL.createObjectURL = () => 'blob:symbio/1';
  URL.revokeObjectURL = () => undefined;
  server = fakeServer();
  await signedIn(server);
  pictures = [];
  server.on('GET /api/public/issues/screenshots', () => ({ json: { data: pictures } }));
});

const picture = (name: string): File => new File(['picture'], name, { type: 'image/png' });

const opened = async () => {
  const view = renderScreen(
    <ScreenshotsPanel issueId={issue.id}>
      <ScreenshotUpload issueId={issue.id} />
    </ScreenshotsPanel>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Loading screenshots')).toBeNull());
  return view;
};

const uploads = (): FormData[] =>
  server.requestsOf('POST /api/public/issues/screenshots').map(({ body }) => body as FormData);

it('uploads chosen or pasted files at once; a refused file shows why and can be retried (ISSUE-33, ISSUE-34)', async () => {
  server.on('POST /api/public/issues/screenshots', () => {
    pictures = [screenshot(1)];
    return { status: 201, json: { data: [{ screenshot: screenshot(1) }, { error: 'The store is down.' }] } };
  });
  const view = await opened();
  fireEvent.change(screen.getByLabelText('Choose screenshots'), {
    target: { files: [picture('sheet-1.png'), picture('late.png')] },
  });
  expect(await screen.findByRole('button', { name: 'Open screenshot 1 of 1: sheet-1.png' })).toBeTruthy();
  expect(await screen.findByText('The store is down.')).toBeTruthy();
  server.on('POST /api/public/issues/screenshots', () => {
    pictures = [screenshot(1), screenshot(2)];
    return { status: 201, json: { data: [{ screenshot: screenshot(2) }] } };
  });
  await view.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('button', { name: 'Open screenshot 2 of 2: sheet-2.png' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('The store is down.')).toBeNull());
  expect(uploads()[1]?.get('id')).toBe(uploads()[0]?.getAll('id')[1]);
  fireEvent.paste(document.body, { clipboardData: { files: [picture('image.png')], types: ['Files'] } });
  await waitFor(() => expect(uploads()).toHaveLength(3));
  const pasted = uploads()[2]?.get('files');
  expect(pasted instanceof File && pasted.name).toMatch(/^pasted-.+\.png$/);
});

it('keeps focus while refused files are retried (ISSUE-34)', async () => {
  const refused = { status: 201, json: { data: [{ error: 'The store is down.' }] } };
  server.on('POST /api/public/issues/screenshots', refused);
  const view = await opened();
  fireEvent.change(screen.getByLabelText('Choose screenshots'), { target: { files: [picture('late.png')] } });
  const button = await screen.findByRole('button', { name: 'Try Again' });
  const { handler, answer } = heldAnswer();
  server.on('POST /api/public/issues/screenshots', handler);
  await view.user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(button);
  answer(refused);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  expect(document.activeElement).toBe(button);
});

it('leaves pastes to an open dialog (ISSUE-33)', async () => {
  const view = renderScreen(
    <>
      <ScreenshotsPanel issueId={issue.id}>
        <ScreenshotUpload issueId={issue.id} />
      </ScreenshotsPanel>
      <ReportButton />
    </>,
  );
  await screen.findByText('No screenshots available');
  await view.user.click(screen.getByRole('button', { name: 'Report an Issue' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report an Issue' }));
  fireEvent.paste(document.body, { clipboardData: { files: [picture('image.png')], types: ['Files'] } });
  expect(await dialog.findByRole('button', { name: /^Remove pasted-/ })).toBeTruthy();
  expect(uploads()).toEqual([]);
});

it('counts existing screenshots (ISSUE-34)', async () => {
  pictures = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(screenshot);
  server.on('POST /api/public/issues/screenshots', { status: 201, json: { data: [{ screenshot: screenshot(1) }] } });
  await opened();
  await screen.findByRole('button', { name: /^Open screenshot 9 of 9/ });
  fireEvent.change(screen.getByLabelText('Choose screenshots'), {
    target: { files: [picture('ten.png'), picture('eleven.png')] },
  });
  expect(await screen.findByText('eleven.png: An issue can have at most 10 screenshots')).toBeTruthy();
  await waitFor(() => expect(uploads().map((form) => form.getAll('files').length)).toEqual([1]));
});
