import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderRoutes, type RenderedScreen } from '../testing/render.js';
import { canUndo, clearUndoSteps, offerUndo, registerUndoOwner, UNDO_MINUTES } from '../lib/edits/undo.js';

let view: RenderedScreen;
let undone: string[];

const does = (what: string, undo: () => Promise<unknown> = () => Promise.resolve()): void =>
  act(() =>
    offerUndo(
      { title: `Did ${what}` },
      {
        what,
        undo: () => {
          undone.push(what);
          return undo();
        },
      },
    ),
  );
const shown = (title: string) => screen.findByText(title);

beforeEach(() => {
  clearUndoSteps();
  undone = [];
  view = renderRoutes([
    {
      path: '/',
      element: (
        <>
          <input aria-label="Name" />
          <select aria-label="Role">
            <option>Viewer</option>
          </select>
        </>
      ),
    },
  ]);
});

describe('an undoable action', () => {
  it('is undone by Ctrl+Z, last first, each once, with a message', async () => {
    does('the first');
    does('role of Ana Silva');
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Undone: role of Ana Silva');
    // its toast is gone
    await waitFor(() => expect(screen.queryByText('Did role of Ana Silva')).toBeNull());
    await view.user.keyboard('{Control>}zz{/Control}');
    await shown('Undone: the first');
    expect(undone).toEqual(['role of Ana Silva', 'the first']);
  });

  it('is undone in its toast, and not again by the key', async () => {
    does('renaming');
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await shown('Undone: renaming');
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual(['renaming']);
  });

  it('is not undone by the key in a text field, which has its own undo, but in a select', async () => {
    does('renaming');
    await view.user.type(screen.getByLabelText('Name'), 'x');
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual([]);
    screen.getByLabelText('Role').focus();
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual(['renaming']);
  });

  it('waits while a sheet has later edits of its own', async () => {
    does('renaming');
    let lastAt: number | null = Date.now() + 1_000;
    const end = registerUndoOwner(() => lastAt);
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual([]);
    // an older drawing step is undone later
    lastAt = Date.now() - 60_000;
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual(['renaming']);
    end();
  });

  it('says why it could not be undone', async () => {
    const refusal = { status: 403, message: 'Not authorized', code: 'forbidden', fields: {} };
    // as the store rejects
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    does('removal of Ana', () => Promise.reject(refusal));
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Could not be undone: removal of Ana');
    await shown('Not authorized');
  });

  it.each([0, 429, 503])('can be undone again after an indefinite error such as %d', async (status) => {
    const refusal = { status, message: 'Please try again', code: 'unavailable', fields: {} };
    let isAway = true;
    does('the first');
    // as the store rejects
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    does('the second', () => (isAway ? Promise.reject(refusal) : Promise.resolve()));
    does('the third');
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Undone: the third');
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Could not be undone: the second');
    // it is offered again, and is still the last step
    await shown('Did the second');
    isAway = false;
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Undone: the second');
    await view.user.keyboard('{Control>}z{/Control}');
    await shown('Undone: the first');
    expect(undone).toEqual(['the third', 'the second', 'the second', 'the first']);
  });

  it('is skipped while its undo is pending', async () => {
    let answer = (): void => undefined;
    does('the first');
    does('the second', () => new Promise<void>((resolve) => (answer = resolve)));
    await view.user.keyboard('{Control>}zz{/Control}');
    await shown('Undone: the first');
    act(() => answer());
    await shown('Undone: the second');
    expect(undone).toEqual(['the second', 'the first']);
    expect(canUndo()).toBe(false);
  });

  it('is not offered to the next user after an indefinite error', async () => {
    let fail = (): void => undefined;
    does('renaming', () => new Promise((_, reject) => (fail = () => reject(new Error('away')))));
    await view.user.keyboard('{Control>}z{/Control}');
    act(() => {
      clearUndoSteps();
      fail();
    });
    await shown('Could not be undone: renaming');
    expect(canUndo()).toBe(false);
    await waitFor(() => expect(screen.queryByText('Did renaming')).toBeNull());
  });

  it('is forgotten after some minutes', async () => {
    const now = jest.spyOn(Date, 'now');
    now.mockReturnValue(1_000);
    does('renaming');
    now.mockReturnValue(1_000 + UNDO_MINUTES * 60_000);
    await view.user.keyboard('{Control>}z{/Control}');
    expect(undone).toEqual([]);
    now.mockRestore();
    await waitFor(() => expect(screen.queryByText('Undone: renaming')).toBeNull());
  });
});
