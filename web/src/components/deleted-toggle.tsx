import { ToggleButton } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';

/** Restores focus to the toggle after navigation. */
let wasPressed = false;

function keepFocus(button: HTMLButtonElement | null): void {
  if (!button || !wasPressed) return;
  // the user has moved focus elsewhere
  if (document.activeElement === document.body) button.focus();
  else wasPressed = document.activeElement === button;
}

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
