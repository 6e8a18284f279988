import type { ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import { useHasUnsaved } from '../lib/edits/unsaved.js';
import { useFormLeaving } from './form-dialog.js';

function Form({ isDirty }: { isDirty: boolean }) {
  useFormLeaving({ isDirty, isBusy: false, onClose: () => undefined });
  return null;
}

function Logout() {
  return <p>{useHasUnsaved() ? 'asks' : 'asks nothing'}</p>;
}

it('input in a dialog counts as unsaved while it is open (NAV-22)', () => {
  const shown = (form: ReactNode) => (
    <>
      <Logout />
      {form}
    </>
  );
  const { rerender } = render(shown(<Form isDirty={false} />));
  expect(screen.getByText('asks nothing')).toBeTruthy();
  rerender(shown(<Form isDirty />));
  expect(screen.getByText('asks')).toBeTruthy();
  rerender(shown(null));
  expect(screen.getByText('asks nothing')).toBeTruthy();
});
