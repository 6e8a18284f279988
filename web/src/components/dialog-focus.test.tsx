import {
  Button,
  Dialog,
  DialogSurface,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../testing/render.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { FocusReturn } from './focus-return.js';
import { useFormLeaving } from './form-dialog.js';

/** Its action fails, or opens a second dialog. */
function Asking({ next }: { next?: boolean }) {
  const [step, setStep] = useState<'none' | 'ask' | 'next'>('none');
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  return (
    <>
      <Button onClick={() => setStep('ask')}>Delete it</Button>
      {step === 'ask' && (
        <ConfirmDialog
          open
          title="Delete"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={state === 'busy'}
          error={state === 'failed' ? 'It is not to be had.' : undefined}
          onConfirm={() => (next ? setStep('next') : setState('busy'))}
          onCancel={() => setStep('none')}
        >
          Sure?
        </ConfirmDialog>
      )}
      {step === 'next' && (
        <Dialog open>
          <DialogSurface>
            <FocusReturn />
            <Button onClick={() => setStep('none')}>Done</Button>
          </DialogSurface>
        </Dialog>
      )}
      <output data-testid="fail" onClick={() => setState('failed')} />
    </>
  );
}

function MenuAsking() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button>More</Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={() => setAsking(true)}>Delete it</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isAsking && (
        <ConfirmDialog
          open
          title="Delete"
          confirmLabel="Delete"
          onConfirm={() => undefined}
          onCancel={() => setAsking(false)}
        >
          Sure?
        </ConfirmDialog>
      )}
    </>
  );
}

function Form() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Write</Button>
      {isOpen && <FormItself onClose={() => setOpen(false)} />}
    </>
  );
}

function FormItself({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const leaving = useFormLeaving({ isDirty: text !== '', isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <Input aria-label="Text" value={text} onChange={(_, { value }) => setText(value)} />
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

const hasFocus = (name: string) => expect(document.activeElement).toBe(screen.getByRole('button', { name }));

describe('the focus after a dialog', () => {
  it('returns to the opener', async () => {
    const view = renderScreen(<Asking />);
    await view.user.click(screen.getByRole('button', { name: 'Delete it' }));
    await screen.findByRole('alertdialog');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    hasFocus('Delete it');
  });

  it('returns to the opener of the first of two successive dialogs', async () => {
    const view = renderScreen(<Asking next />);
    await view.user.click(screen.getByRole('button', { name: 'Delete it' }));
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await view.user.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    hasFocus('Delete it');
  });

  it('returns to the button of the menu from which it was opened', async () => {
    const view = renderScreen(<MenuAsking />);
    await view.user.click(screen.getByRole('button', { name: 'More' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Delete it' }));
    await screen.findByRole('alertdialog');
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => hasFocus('More'));
  });

  it('returns to the form when the input is kept, and to the opener when it is discarded', async () => {
    const view = renderScreen(<Form />);
    await view.user.click(screen.getByRole('button', { name: 'Write' }));
    await view.user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Tank');
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' })));
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    hasFocus('Write');
  });
});

describe('the focus in a dialog that asks', () => {
  it('stays on the button during the action, so that Escape closes it after a failure', async () => {
    const view = renderScreen(<Asking />);
    await view.user.click(screen.getByRole('button', { name: 'Delete it' }));
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' });
    expect(document.activeElement).toBe(button);
    // browsers remove focus from disabled elements
    expect(button.disabled).toBe(false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    act(() => screen.getByTestId('fail').click());
    expect(await screen.findByText('It is not to be had.')).toBeTruthy();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});
