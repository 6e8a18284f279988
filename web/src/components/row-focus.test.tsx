import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../testing/render.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { RowFocus } from './row-focus.js';

/** Removed immediately or after confirmation; the last one has no action. */
function Rows() {
  const [names, setNames] = useState(['a', 'b', 'c']);
  const [asked, setAsked] = useState<string>();
  const take = (name: string) => setNames((before) => before.filter((each) => each !== name));
  return (
    <>
      <section>
        <RowFocus />
        <h2>Tanks</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button data-row-action="restore" onClick={() => take(name)}>{`Restore ${name}`}</button>
              <button data-row-action="delete" onClick={() => setAsked(name)}>{`Delete ${name}`}</button>
            </li>
          ))}
          <li>Always there</li>
        </ul>
        <button onClick={() => setNames([])}>Restore all</button>
      </section>
      {asked !== undefined && (
        <ConfirmDialog
          open
          title="Delete"
          confirmLabel="Yes"
          onConfirm={() => {
            take(asked);
            // the row is removed first: focus cannot return to it
            setTimeout(() => setAsked(undefined));
          }}
          onCancel={() => setAsked(undefined)}
        >
          Sure?
        </ConfirmDialog>
      )}
    </>
  );
}

const focusIsOn = (name: string) => waitFor(() => expect(document.activeElement?.textContent ?? 'nothing').toBe(name));

describe('the focus in a list', () => {
  it('goes to the same action of the next row, else of the previous row, else to the heading', async () => {
    const { user } = renderScreen(<Rows />);
    await user.click(screen.getByRole('button', { name: 'Restore b' }));
    await focusIsOn('Restore c');
    await user.keyboard('{Enter}');
    await focusIsOn('Restore a');
    await user.keyboard('{Enter}');
    await focusIsOn('Tanks');
  });

  it('does so after a question, too', async () => {
    const { user } = renderScreen(<Rows />);
    await user.click(screen.getByRole('button', { name: 'Delete a' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await focusIsOn('Delete b');
  });

  it('stays when another row is removed, and is not set if it was not in the list', async () => {
    const { user } = renderScreen(<Rows />);
    await user.click(screen.getByRole('button', { name: 'Restore b' }));
    await focusIsOn('Restore c');
    fireEvent.click(screen.getByRole('button', { name: 'Restore a' }));
    await focusIsOn('Restore c');
    await user.click(document.body);
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'Restore c' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore c' })).toBeNull());
    expect(document.activeElement).toBe(document.body);
  });
});
