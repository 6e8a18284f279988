import { KeyboardHelpDialog, type KeyGroup } from '../../components/keyboard-help-dialog.js';
import { isApple } from '../../lib/ui/platform.js';

const COMMAND = isApple ? '⌘' : 'Ctrl';

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'The sheet',
    lines: [
      { keys: ['+', '-'], what: 'Zoom in, zoom out' },
      { keys: ['0', 'W', '1'], what: 'Fit to page, fit to width, actual size' },
      { keys: ['R', 'Shift R'], what: 'Rotate right, rotate left' },
      { keys: ['H'], what: 'Hand tool: drag to move the sheet, click to select' },
      { keys: ['Space'], what: 'Hold and drag to pan, with any tool; so does the middle mouse button' },
      { keys: ['←', '→', '↑', '↓'], what: 'Pan, while nothing is selected' },
      { keys: ['Page Up', 'Page Down'], what: 'Previous page, next page' },
      { keys: ['Shift H'], what: 'Hide or show all annotations' },
      { keys: ['G'], what: 'Place the sheet on the map: opens and closes the map beside it' },
      { keys: ['W', 'D', 'Esc'], what: 'With the map open: show the sheet on it; delete a place; drop half a place' },
      { keys: ['/'], what: 'Find words in the document' },
      { keys: ['F3', 'Shift F3'], what: 'Next match, previous match' },
      { keys: [`${COMMAND} K`], what: 'Search the project, go to any screen, document or feature' },
    ],
  },
  {
    title: 'Annotations',
    lines: [
      { keys: ['V'], what: 'Select tool: click to select, drag a frame to select several' },
      { keys: ['N'], what: 'New annotation in the middle of the view' },
      { keys: [`${COMMAND} drag`], what: 'Draw inside another annotation' },
      { keys: ['P'], what: 'Draw polygons, or ellipses again: a click is a corner' },
      { keys: ['Enter', 'Backspace'], what: 'While a polygon is drawn: close it; remove its last corner' },
      { keys: ['Alt click'], what: 'Remove a corner of the selected polygon' },
      {
        keys: ['S'],
        what: 'Turn snapping on or off: a click draws the outline under it, and dragged edges snap to lines',
      },
      { keys: [COMMAND], what: 'While an edge or corner is dragged: do not snap' },
      { keys: ['M'], what: 'Measure a distance by two clicks or dragging, or draw again' },
      { keys: ['Shift click', 'Shift drag'], what: 'Add to the selection: one, or all in a frame' },
      { keys: [`${COMMAND} A`], what: 'Select all that are visible' },
      { keys: ['F2'], what: 'Edit the label: ↓ and ↑ go through what the project uses, Enter saves, Esc leaves it' },
      { keys: [`${COMMAND} D`], what: 'Duplicate the selected ones' },
      {
        keys: [`${COMMAND} C`, `${COMMAND} V`],
        what: 'Copy, and paste under the pointer, on other sheets too; mentions of the originals are not copied',
      },
      { keys: [`${COMMAND} Shift V`], what: 'Paste at the same place of this sheet' },
      { keys: ['←', '→', '↑', '↓'], what: 'Move the selected ones by 1 image pixel; with Shift by 10' },
      {
        keys: ['Shift', 'Alt'],
        what: 'While resizing: keep the proportion; resize to both sides around the center',
      },
      { keys: ['Enter'], what: 'Link the selected one to a feature' },
      { keys: ['Delete'], what: 'Delete the selected ones' },
      { keys: ['Esc'], what: 'Cancel drawing or moving, or clear the selection' },
      { keys: [`${COMMAND} Z`, `${COMMAND} Shift Z`], what: 'Undo, redo your changes on this page' },
    ],
  },
  {
    title: 'The list of annotations',
    lines: [
      { keys: ['↑', '↓', 'Home', 'End'], what: 'Move through the list' },
      { keys: ['Enter'], what: 'Select it and go to it on the sheet' },
      { keys: ['Shift Enter', `${COMMAND} Enter`], what: 'Select all up to it; add it to the selection' },
    ],
  },
];

interface KeyboardHelpProps {
  extra?: KeyGroup;
  onClose: () => void;
}

export const KeyboardHelp = ({ extra, onClose }: KeyboardHelpProps) => (
  <KeyboardHelpDialog groups={[...GROUPS, ...(extra ? [extra] : [])]} onClose={onClose} />
);
