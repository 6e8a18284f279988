import { act, screen } from '@testing-library/react';
import { canUndo, clearUndoSteps, undoLast } from '../../../lib/edits/undo.js';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderScreen } from '../../../testing/render.js';
import { restoreProjects } from './project-removal.js';

const PROJECTS = ['p1', 'p2'].map((id) => ({ id, title: `Project ${id}` }));

it('undoing the restore of several projects covers each, also after the server was unavailable', async () => {
  clearUndoSteps();
  const server = fakeServer();
  const { store } = renderScreen(<p>Projects</p>);
  server.on('POST /api/public/projects/*', { json: { data: {} } });
  await act(() => restoreProjects(store.dispatch, PROJECTS));
  let isAway = true;
  const deleted = new Set<string | null>();
  server.on('DELETE /api/public/projects', ({ query }) => {
    const id = query.get('id');
    if (id === 'p1' && isAway) return { status: 503, json: { error: 'The project service is down.' } };
    // like the server on a repeated request
    if (deleted.has(id)) return { status: 404, json: { error: 'Project not found' } };
    deleted.add(id);
    return { json: { success: true } };
  });
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Could not be undone: restoration of 2 projects')).toBeTruthy();
  isAway = false;
  act(() => expect(undoLast()).toBe(true));
  expect(await screen.findByText('Undone: restoration of 2 projects')).toBeTruthy();
  expect([...deleted].sort()).toEqual(['p1', 'p2']);
  expect(canUndo()).toBe(false);
});
