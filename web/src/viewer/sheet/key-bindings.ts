import { canUndo, isUndoOwned, registerUndoOwner } from '../../lib/edits/undo.js';
import type { SheetController } from '@symbio/sheet/view/controller';
import { isModalOpen, isTyping, keyCommand, meansTheSheet, takesArrows } from './keys.js';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { isDrawingTool, type SheetTool } from '@symbio/sheet/drawing/drawing';
import { duplicateSelected, pasteInPlace } from './clipboard.js';
import type {
  SheetActions,
  SheetContent,
  SheetControls,
  SheetPicture,
  SheetRights,
  SheetViewerProps,
} from './viewer-props.js';
import { keyOf } from '../../lib/ui/keys.js';

interface KeyTargets {
  picture: SheetPicture;
  content: SheetContent;
  rights: SheetRights;
  controls: Pick<
    SheetControls,
    'isHidden' | 'onHiddenChange' | 'tool' | 'toolBefore' | 'onToolChange' | 'snaps' | 'onSnapsChange'
  >;
  edits: SheetViewerProps['edits'];
  actions: SheetActions;
}

/** Arrow key steps: CSS pixels when panning, image pixels when moving; `far` with Shift. */
const PAN_STEP = { near: 80, far: 320 };
const NUDGE_STEP = { near: 1, far: 10 };

export function rotateSheet(controller: SheetController, step: 1 | -1, announce: (sentence: string) => void): void {
  const rotation = controller.rotation(step);
  announce(rotation === 0 ? 'The sheet is upright.' : `The sheet is rotated by ${rotation} degrees.`);
}

/** Pressed again, P and M switch their tool off; the hand and select tools stay. */
export function nextTool(
  { tool, toolBefore }: Pick<SheetControls, 'tool' | 'toolBefore'>,
  asked: SheetTool,
): SheetTool {
  if (asked !== tool) return asked;
  if (asked === 'measure') return toolBefore;
  return asked === 'polygon' ? 'ellipse' : asked;
}

/**
 * Handles keys anywhere on the page except in text fields, dialogs and menus. Space pans only while the pointer is over
 * the sheet, so it still presses the focused button.
 */
export function listenToKeys(
  controller: SheetController,
  latest: { current: KeyTargets },
  openHelp: () => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isModalOpen()) return;
    if (isTyping(event.target) && !meansTheSheet(event)) return;
    if (event.code === 'Space') {
      if (!controller.isHovered) return;
      event.preventDefault();
      controller.holdSpace(true);
      return;
    }
    const command = isLetterKeyOff(event) ? null : keyCommand(event);
    if (!command) return;
    const { content, rights, controls, edits, actions } = latest.current;
    const { selectedKeys } = content;
    switch (command.kind) {
      case 'zoomIn':
        controller.zoomIn();
        break;
      case 'zoomOut':
        controller.zoomOut();
        break;
      case 'fitToPage':
        controller.fitToPage();
        break;
      case 'fitToWidth':
        controller.fitToWidth();
        break;
      case 'actualSize':
        controller.zoomToActualSize();
        break;
      case 'rotate':
        rotateSheet(controller, command.step, actions.announce);
        break;
      case 'hide':
        controls.onHiddenChange(!controls.isHidden);
        break;
      case 'draw':
        if (!controller.drawInMiddle()) return;
        break;
      case 'help':
        openHelp();
        break;
      case 'undo':
        if (controller.outline('back')) break;
        // later actions outside the sheet are undone first
        if (!isUndoOwned() && canUndo()) return;
        controller.saveNudges();
        edits.undo();
        break;
      case 'redo':
        edits.redo();
        break;
      case 'arrow': {
        if (takesArrows(event.target)) return;
        const size = command.far ? 'far' : 'near';
        const nudge = NUDGE_STEP[size];
        const pan = PAN_STEP[size];
        if (!controller.nudge({ x: command.x * nudge, y: command.y * nudge }))
          controller.pan({ x: -command.x * pan, y: -command.y * pan });
        break;
      }
      case 'delete': {
        if (controller.outline('back')) break;
        const selected = content.annotations.filter((each) => selectedKeys.includes(each.key));
        const keys = selected.filter((each) => rights.isEditable(each)).map(({ key }) => key);
        if (keys.length === 0) return;
        edits.remove(...keys);
        break;
      }
      case 'open':
        if (controller.outline('close')) break;
        if (selectedKeys.length !== 1 || !selectedKeys[0] || !controller.hasFocus) return;
        actions.open(selectedKeys[0]);
        break;
      case 'selectAll':
        if (content.annotations.length === 0) return;
        actions.select(content.annotations.map(({ key }) => key));
        break;
      case 'duplicate':
        if (selectedKeys.length === 0) return;
        controller.saveNudges();
        duplicateSelected(latest.current, controller);
        break;
      case 'pasteInPlace':
        pasteInPlace(latest.current, controller);
        break;
      case 'snap':
        if (!rights.mayDraw) return;
        controls.onSnapsChange(!controls.snaps);
        break;
      case 'tool':
        if (isDrawingTool(command.tool) && !rights.mayDraw) return;
        controls.onToolChange(nextTool(controls, command.tool));
        break;
      case 'label':
        if (selectedKeys.length === 0) return;
        actions.label();
        break;
      case 'cancel':
        controller.cancel();
        break;
      case 'turnPage':
        actions.turnPage(command.step);
        break;
    }
    event.preventDefault();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code !== 'Space') return;
    // otherwise the release would press the focused button
    if (controller.isPanning) event.preventDefault();
    controller.holdSpace(false);
  };
  // saves pending moves before any other action, such as accepting a review or turning the page
  const saveNudges = (event: Event) => {
    if (!(event instanceof KeyboardEvent && (keyOf(event).startsWith('Arrow') || keyOf(event) === 'Shift')))
      controller.saveNudges();
  };
  window.addEventListener('keydown', saveNudges, { signal, capture: true });
  window.addEventListener('pointerdown', saveNudges, { signal, capture: true });
  window.addEventListener('keydown', onKeyDown, { signal });
  window.addEventListener('keyup', onKeyUp, { signal });
  // a window that loses focus gets no keyup
  window.addEventListener('blur', () => controller.holdSpace(false), { signal });
  const disown = registerUndoOwner(() => (controller.isOutlining ? Infinity : latest.current.edits.steps.lastAt));
  return () => {
    disown();
    listening.abort();
  };
}
