import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../../testing/fake-server.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { signedIn } from '../../../testing/sign-in.js';
import { forgetQueues } from './photo-registry.js';
import { VisitPhotos } from './visit-photos.js';

withoutLayout();

const VISIT = 'v-1';

interface Answer {
  status: number;
  body: object;
}

const refused = (status: number, code: string): Answer => ({ status, body: { error: 'Please try again.', code } });
const refusedFile = (code: string): Answer => ({
  status: 200,
  body: { data: [{ file_name: 'a.jpg', error: 'Please try again.', code }] },
});

const real = window.XMLHttpRequest;
let answers: Answer[];
let sent: number;

class AnsweringCall {
  readonly upload = {};
  onload?: () => void;
  status = 0;
  responseText = '';
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    sent++;
    const { status, body } = answers.shift() ?? { status: 201, body: { data: [{ photo: {} }] } };
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}

beforeEach(async () => {
  const server = fakeServer();
  await signedIn(server);
  server.on(`GET /api/projects/${project.id}/site-visits/${VISIT}/photos`, { json: { data: [] } });
  window.XMLHttpRequest = AnsweringCall as unknown as typeof XMLHttpRequest;
  URL.createObjectURL = () => 'blob:symbio/1';
  URL.revokeObjectURL = () => undefined;
  sent = 0;
});
afterEach(() => {
  act(() => forgetQueues());
  window.XMLHttpRequest = real;
});

async function addedWith(answer: Answer): Promise<void> {
  answers = [answer, answer];
  renderProjectScreen(<VisitPhotos projectId={project.id} visitId={VISIT} of="visit of May 4, 2026" canEdit />);
  await screen.findByRole('button', { name: 'Add photos' });
  const chosen = screen.getByLabelText('Choose photographs, visit of May 4, 2026');
  fireEvent.change(chosen, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } });
  await screen.findByText('Please try again.');
}

it.each([
  ['the server is busy', refused(503, 'busy')],
  ['the proxy has no answer in time', refused(504, 'timeout')],
  ['there are too many requests', refused(429, 'too_many')],
  ['the token was not renewed, as the network had just returned', refused(401, 'unauthenticated')],
  ['too many files arrive at once', refusedFile('too_many_files_at_once')],
  ['a part of the server is away', refusedFile('connection_lost')],
])('photographs are sent again by themselves after: %s (VISIT-02)', async (_what, answer) => {
  await addedWith(answer);
  answers = [];
  const before = sent;
  // the timer does the same
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(sent).toBe(before + 1));
  await waitFor(() => expect(screen.queryByText('a.jpg')).toBeNull());
});

it.each([
  ['the visit is full', refusedFile('too_many_photographs')],
  ['the image could not be processed', refusedFile('crashed')],
])('photographs wait for a person after: %s', async (_what, answer) => {
  await addedWith(answer);
  answers = [];
  const before = sent;
  fireEvent(window, new Event('online'));
  expect(sent).toBe(before);
  fireEvent.click(screen.getByRole('button', { name: /^Retry/ }));
  await waitFor(() => expect(sent).toBe(before + 1));
});
