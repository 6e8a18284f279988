import { act, screen } from '@testing-library/react';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { canUndo, clearUndoSteps, undoLast } from '../../lib/edits/undo.js';
import { fakeServer, type FakeAnswer, type FakeServer } from '../../testing/fake-server.js';
import { issue, wish } from '../../testing/issues.js';
import { renderScreen } from '../../testing/render.js';
import { notifyRemoved } from './issue-removal.js';
import { offerIssueUndo } from './undo-issue-changes.js';

let server: FakeServer;
let dispatch: ApiDispatch;
/** Responses about an issue; all other requests succeed. */
let answers: Record<string, FakeAnswer>;

beforeEach(() => {
  clearUndoSteps();
  server = fakeServer();
  answers = {};
  const answer = ({ query }: { query: URLSearchParams }): FakeAnswer =>
    answers[query.get('id') ?? ''] ?? { json: { issue } };
  server.on('PUT /api/public/issues', answer);
  server.on('POST /api/public/issues/restore', answer);
  ({ dispatch } = renderScreen(<p>Issues</p>).store);
});

const changed = [issue, wish].map((before) => ({ before, after: { updated_at: '2025-09-27T08:00:00.000Z' } }));
const undo = () => act(() => expect(undoLast()).toBe(true));

describe.each([
  ['status of 2 issues', () => offerIssueUndo(dispatch, changed, { status: 'closed' })],
  ['deletion of SYM-12, SYM-13', () => notifyRemoved(dispatch, [issue, wish])],
])('the %s', (what, offer) => {
  it('can be retried after the server was unavailable, for the remaining issues (ISSUE-09, ISSUE-10)', async () => {
    act(offer);
    answers = { [wish.id]: { status: 503, json: { error: 'The issue service is down.' } } };
    undo();
    expect(await screen.findByText(`Could not be undone: ${what}`)).toBeTruthy();
    expect(screen.getByText('1 of 2 is not undone yet. The issue service is down.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    answers = {};
    undo();
    expect(await screen.findByText(`Undone: ${what}`)).toBeTruthy();
    expect(server.requests.map(({ query }) => query.get('id'))).toEqual([issue.id, wish.id, wish.id]);
    expect(canUndo()).toBe(false);
  });

  it('ends once some were refused, which is shown (ISSUE-09, ISSUE-10)', async () => {
    act(offer);
    answers = { [wish.id]: { status: 404, json: { error: 'Issue not found' } } };
    undo();
    expect(await screen.findByText(/Issue not found/)).toBeTruthy();
    expect(canUndo()).toBe(false);
    expect(screen.queryByText(`Undone: ${what}`)).toBeNull();
  });
});
