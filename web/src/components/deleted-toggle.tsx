import { ToggleButton } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';

/** Whether it was pressed last of all: the list that it leads to draws it anew, and it has the focus there as well. */
let wasPressed = false;

function keepFocus(button: HTMLButtonElement | null): void {
  if (!button || !wasPressed) return;
  // with the focus elsewhere somebody has gone on from it
  if (document.activeElement === document.body) button.focus();
  else wasPressed = document.activeElement === button;
}

/** Leads from a list to what was deleted of it, and back. */
export function DeletedToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <ToggleButton
      ref={keepFocus}
      icon={<DeleteRegular />}
      checked={isOn}
      onClick={() => {
        wasPressed = true;
        onToggle();
      }}
    >
      Recently deleted
    </ToggleButton>
  );
}
