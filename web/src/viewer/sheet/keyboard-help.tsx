import { KeyboardHelpDialog, type KeyGroup } from '../../components/keyboard-help-dialog.js';
import { isApple } from '../../lib/apple.js';

const COMMAND = isApple ? '⌘' : 'Ctrl';

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'The sheet',
    lines: [
      { keys: ['+', '-'], what: 'Zoom in, zoom out' },
      { keys: ['0', 'W', '1'], what: 'Fit to page, fit to width, actual size' },
      { keys: ['R', 'Shift R'], what: 'Turn to the right, to the left' },
      { keys: ['Space'], what: 'Hold and drag to pan; so does the middle mouse button' },
      { keys: ['←', '→', '↑', '↓'], what: 'Pan, while nothing is selected' },
      { keys: ['Page Up', 'Page Down'], what: 'Previous page, next page' },
      { keys: ['H'], what: 'Hide or show all annotations' },
      { keys: ['/'], what: 'Find words in the document' },
      { keys: ['F3', 'Shift F3'], what: 'Next place that was found, the one before' },
      { keys: [`${COMMAND} K`], what: 'Search the project, go to any screen, document or feature' },
    ],
  },
  {
    title: 'Annotations',
    lines: [
      { keys: ['N'], what: 'New annotation in the middle of the view' },
      { keys: ['←', '→', '↑', '↓'], what: 'Move the selected one by 1 image pixel; with Shift by 10' },
      { keys: ['Enter'], what: 'Link the selected one to a feature' },
      { keys: ['Delete'], what: 'Delete the selected one' },
      { keys: ['Esc'], what: 'Cancel what is being drawn or moved, or clear the selection' },
      { keys: [`${COMMAND} Z`, `${COMMAND} Shift Z`], what: 'Undo, redo what you did on this page' },
      { keys: ['Enter', 'Esc'], what: 'In the label: save it, or leave it; then go on with the sheet' },
      { keys: ['↓', '↑'], what: 'In the label: go through the labels that the project uses' },
      { keys: ['Shift'], what: 'Draw inside another annotation; keep the proportion while resizing' },
      { keys: ['Alt'], what: 'Resize to both sides, the middle stays' },
    ],
  },
  {
    title: 'The list of annotations',
    lines: [
      { keys: ['↑', '↓', 'Home', 'End'], what: 'Go through the list' },
      { keys: ['Enter'], what: 'Select it and go to it on the sheet' },
    ],
  },
];

interface KeyboardHelpProps {
  /** Keys of what else the page offers, e.g. the review of proposals. */
  extra?: KeyGroup;
  onClose: () => void;
}

/** The sheet that lists all keys of the viewer. */
export const KeyboardHelp = ({ extra, onClose }: KeyboardHelpProps) => (
  <KeyboardHelpDialog groups={[...GROUPS, ...(extra ? [extra] : [])]} onClose={onClose} />
);
