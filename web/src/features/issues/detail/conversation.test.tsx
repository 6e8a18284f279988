import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { medium } from '../../../lib/ui/formats.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../../testing/fake-server.js';
import { comment, issue as reported, screenshot } from '../../../testing/issues.js';
import { renderRoutes, type RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Comment, Issue, Screenshot } from '../issue-records.js';
import { IssuePage } from './issue-page.js';

let server: FakeServer;
let issue: Issue;
let comments: Comment[];
let pictures: Screenshot[];

beforeEach(async () => {
  sessionStorage.clear();
  server = fakeServer();
  await signedIn(server);
  issue = reported;
  comments = [];
  pictures = [];
  server.on('GET /api/public/issues', () => ({ json: { issue } }));
  server.on('GET /api/public/issues/labels', { json: { data: [{ label: 'viewer', count: 2 }] } });
  server.on('GET /api/public/issues/comments', () => ({ json: { data: comments } }));
  server.on('GET /api/public/issues/screenshots', () => ({ json: { data: pictures } }));
  server.on('GET /api/public/issues/history', { json: { data: [] } });
});

const opened = async (at = '/issues/SYM-12'): Promise<RenderedScreen> => {
  const view = renderRoutes(
    [
      { path: '/issues', element: <p>The list</p> },
      { path: '/issues/:issueId', element: <IssuePage /> },
    ],
    at,
  );
  await screen.findByRole('heading', { level: 1, name: issue.title });
  return view;
};

describe('screenshots', () => {
  it('shows when there are none (ISSUE-16)', async () => {
    await opened();
    expect(await screen.findByText('No screenshots available')).toBeTruthy();
  });

  it('shows why they could not be loaded, and retries (ISSUE-16)', async () => {
    server.on('GET /api/public/issues/screenshots', { status: 502, json: { error: 'The store is down.' } });
    const view = await opened();
    expect(await screen.findByText('Failed to load screenshots: The store is down.')).toBeTruthy();
    server.on('GET /api/public/issues/screenshots', { json: { data: [screenshot(1)] } });
    await view.user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Open screenshot 1 of 1: sheet-1.png' })).toBeTruthy();
  });

  it('are shown in a carousel, with buttons, thumbnails and keys (ISSUE-15)', async () => {
    pictures = [1, 2, 3].map(screenshot);
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Open screenshot 2 of 3: sheet-2.png' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('2 of 3')).toBeTruthy();
    expect(dialog.getByRole('img', { name: 'sheet-2.png' }).getAttribute('src')).toBe(screenshot(2).url);
    await view.user.click(dialog.getByRole('button', { name: 'Next screenshot' }));
    expect(dialog.getByText('3 of 3')).toBeTruthy();
    await view.user.click(dialog.getByRole('button', { name: 'Previous screenshot' }));
    expect(dialog.getByText('2 of 3')).toBeTruthy();
    await view.user.keyboard('{Home}');
    expect(dialog.getByText('1 of 3')).toBeTruthy();
    await view.user.keyboard('{ArrowRight}');
    expect(dialog.getByText('2 of 3')).toBeTruthy();
    await view.user.click(dialog.getByRole('button', { name: 'Screenshot 3: sheet-3.png' }));
    expect(dialog.getByText('3 of 3')).toBeTruthy();
    await view.user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are removed, and restored by Undo', async () => {
    pictures = [screenshot(1)];
    const [{ url } = { url: '' }] = pictures;
    server.on(`GET ${url.split('?')[0]}`, { text: 'PNG', headers: { 'content-type': 'image/png' } });
    server.on('DELETE /api/public/issues/screenshots', () => {
      pictures = [];
      return { json: { success: true } };
    });
    server.on('POST /api/public/issues/screenshots', () => {
      pictures = [screenshot(1)];
      return { json: { data: [{ screenshot: pictures[0] }] } };
    });
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Remove screenshot sheet-1.png' }));
    expect(await screen.findByText('No screenshots available')).toBeTruthy();
    // the focused picture was removed (WCAG 2.4.3)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Screenshots' })));
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Remove screenshot sheet-1.png' })).toBeTruthy();
    const sent = server.requestsOf('POST /api/public/issues/screenshots')[0]?.body as FormData;
    expect((sent.get('files') as File).name).toBe('sheet-1.png');
  });

  it('are restored once, also after a lost response', async () => {
    pictures = [screenshot(1)];
    const [{ url } = { url: '' }] = pictures;
    server.on(`GET ${url.split('?')[0]}`, { text: 'PNG', headers: { 'content-type': 'image/png' } });
    server.on('DELETE /api/public/issues/screenshots', { json: { success: true } });
    const ids = new Set<FormDataEntryValue | null>();
    server.on('POST /api/public/issues/screenshots', ({ body }) => {
      ids.add((body as FormData).get('id'));
      return { status: 503, json: { error: 'The issue service is away.' } };
    });
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Remove screenshot sheet-1.png' }));
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Could not be undone: removal of the screenshot sheet-1.png')).toBeTruthy();
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/issues/screenshots').length).toBeGreaterThan(1));
    expect(ids.size).toBe(1);
  });

  it('are removed after confirmation if the browser cannot download them for undo', async () => {
    pictures = [screenshot(1)];
    server.on('DELETE /api/public/issues/screenshots', () => {
      pictures = [];
      return { json: { success: true } };
    });
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Remove screenshot sheet-1.png' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove screenshot' });
    expect(server.requestsOf('DELETE /api/public/issues/screenshots')).toEqual([]);
    await view.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No screenshots available')).toBeTruthy();
  });
});

describe('comments', () => {
  const family = '👨‍👩‍👧‍👦';

  it('say when there are none (ISSUE-18, ISSUE-37)', async () => {
    await opened();
    expect(await screen.findByText('No comments yet')).toBeTruthy();
    expect(screen.getByText('Be the first to add a comment!')).toBeTruthy();
  });

  it('show author, date and whether they were changed, in the order of the server (ISSUE-36)', async () => {
    comments = [comment, { ...comment, id: 'c-2', content: 'Not here.', commenter_id: 'u-1', edited: true }];
    await opened();
    const items = within(await screen.findByRole('list', { name: 'Comments' })).getAllByRole('listitem');
    expect(items).toHaveLength(2);
    expect(await within(items[0] as HTMLElement).findByText(comment.content)).toBeTruthy();
    expect(within(items[0] as HTMLElement).getByText(medium(comment.created_at))).toBeTruthy();
    expect(within(items[0] as HTMLElement).queryByText('(edited)')).toBeNull();
    expect(within(items[1] as HTMLElement).getByText('(edited)')).toBeTruthy();
    // an administrator may edit only their own comments, too (AUTH-40, ISSUE-41)
    expect(screen.getAllByRole('button', { name: 'Edit comment' })).toHaveLength(1);
  });

  it('are written (ISSUE-38, ISSUE-39)', async () => {
    const { handler, answer } = heldAnswer();
    server.on('POST /api/public/issues/comments', handler);
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Add Comment' }));
    expect(await screen.findByText('Comment is required')).toBeTruthy();
    await view.user.type(screen.getByPlaceholderText('Write a comment...'), comment.content);
    await view.user.click(screen.getByRole('button', { name: 'Add Comment' }));
    expect(await screen.findByRole('button', { name: 'Adding Comment...' })).toBeTruthy();
    comments = [comment];
    answer({ status: 201, json: { data: comment } });
    expect(await screen.findByRole('list', { name: 'Comments' })).toBeTruthy();
    expect(screen.getByPlaceholderText<HTMLTextAreaElement>('Write a comment...').value).toBe('');
    expect(server.requestsOf('POST /api/public/issues/comments').map(({ body }) => body)).toMatchObject([
      { issue_id: reported.id, content: comment.content },
    ]);
  });

  it('have at most 5,000 graphemes (ISSUE-40, CONST-21)', async () => {
    server.on('POST /api/public/issues/comments', { status: 201, json: { data: comment } });
    const view = await opened();
    const box = await screen.findByPlaceholderText('Write a comment...');
    fireEvent.change(box, { target: { value: family.repeat(5001) } });
    await view.user.click(screen.getByRole('button', { name: 'Add Comment' }));
    expect(await screen.findByText('Comment is too long')).toBeTruthy();
    expect(server.requestsOf('POST /api/public/issues/comments')).toEqual([]);
    fireEvent.change(box, { target: { value: family.repeat(5000) } });
    await view.user.click(screen.getByRole('button', { name: 'Add Comment' }));
    await waitFor(() => expect(server.requestsOf('POST /api/public/issues/comments')).toHaveLength(1));
  });

  it('survive accidental navigation and server errors', async () => {
    const view = await opened();
    await view.user.type(await screen.findByPlaceholderText('Write a comment...'), 'Half a sent');
    view.unmount();
    server.on('POST /api/public/issues/comments', { status: 503, json: { error: 'The issue service is down.' } });
    const again = await opened();
    const box = await screen.findByPlaceholderText<HTMLTextAreaElement>('Write a comment...');
    expect(box.value).toBe('Half a sent');
    await again.user.click(screen.getByRole('button', { name: 'Add Comment' }));
    expect(await screen.findByText('The issue service is down.')).toBeTruthy();
    expect(box.value).toBe('Half a sent');
  });

  it('are changed by their author (ISSUE-41, ISSUE-42)', async () => {
    comments = [comment];
    server.on('PUT /api/public/issues/comments', () => {
      comments = [{ ...comment, content: 'On page 4.', edited: true }];
      return { json: { data: comments[0] } };
    });
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    const box = screen.getByRole('textbox', { name: 'Edit comment' });
    // unchanged: closes without a request
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull();
    expect(server.requestsOf('PUT /api/public/issues/comments')).toEqual([]);
    await view.user.click(screen.getByRole('button', { name: 'Edit comment' }));
    await view.user.clear(screen.getByRole('textbox', { name: 'Edit comment' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await view.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), 'On page 4.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('On page 4.')).toBeTruthy();
    expect(await screen.findByText('(edited)')).toBeTruthy();
    expect(server.requestsOf('PUT /api/public/issues/comments').map(({ body }) => body)).toEqual([
      { id: comment.id, content: 'On page 4.', issueId: reported.id },
    ]);
    expect(box.isConnected).toBe(false);
  });

  it('return to the editor when refused, and to the previous text when cancelled', async () => {
    comments = [comment];
    server.on('PUT /api/public/issues/comments', { status: 403, json: { error: 'Only its author may edit it.' } });
    const view = await opened();
    await view.user.click(await screen.findByRole('button', { name: 'Edit comment' }));
    await view.user.type(screen.getByRole('textbox', { name: 'Edit comment' }), ' No.');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Only its author may edit it.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' }).value).toBe(
      `${comment.content} No.`,
    );
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(comment.content)).toBeTruthy();
  });
});
