import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { useFocusFirstInvalid } from './forms.js';

/** Its response rejects the second and third field. */
function Refused({ ask }: { ask: () => Promise<void> }) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [isRefused, setRefused] = useState(false);
  const submit = async (): Promise<void> => {
    await ask();
    setRefused(true);
    focusFirstInvalid();
  };
  return (
    <form ref={form}>
      <input aria-label="Name" />
      <input aria-label="Phone" aria-invalid={isRefused} />
      <input aria-label="Company" aria-invalid={isRefused} />
      <button type="button" onClick={submit}>
        Save
      </button>
    </form>
  );
}

it('moves the focus to the first rejected field, also if a frame is painted before the marks (ERR-14)', async () => {
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    callback(0);
    return 0;
  });
  render(<Refused ask={() => Promise.resolve()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Phone' })));
});
