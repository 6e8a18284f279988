import { labelOf } from '@symbio/sheet/adapters/symbio';
import { uuidV7 } from '../../lib/http/uuid.js';
import { COPIED_TYPE, copiedOf, copiesOn, countOf, duplicatesOf, parsedCopies } from '../edits/copies.js';
import type { Copied } from '../edits/copies.js';
import { offerUndoOfAddition } from '../edits/use-annotation-edits.js';
import type { SheetController } from '@symbio/sheet/view/controller';
import { isModalOpen, isTyping } from './keys.js';
import type { SheetViewerProps } from './viewer-props.js';

/** Offset of a duplicate to the right and down, in CSS pixels. */
const OFFSET = 16;

/** Last copy in this window, for pasting in place. */
let copiedLast: Copied | null = null;

type ClipboardTargets = Pick<SheetViewerProps, 'picture' | 'content' | 'rights' | 'edits' | 'actions'>;

const selectedOf = ({ content }: ClipboardTargets) =>
  content.selectedKeys.flatMap((key) => content.annotations.find((each) => each.key === key) ?? []);

/** Users must know that evidence is not copied. */
const NO_ANNOUNCEMENT = 'Mentions of the originals are not copied.';

function paste(targets: ClipboardTargets, copied: Copied, controller: SheetController, inPlace: boolean): void {
  const { picture, rights, edits, actions } = targets;
  if (!picture.sheet || !rights.mayDraw) {
    actions.announce('You may not draw on this sheet.');
    return;
  }
  if (!rights.canDraw) {
    actions.announce('The annotations of this sheet are not loaded.');
    return;
  }
  const undo = edits.add(copiesOn(copied, picture.sheet.size, inPlace ? null : controller.pointerOnSheet));
  offerUndoOfAddition(
    {
      type: 'info',
      // separate toasts: each paste has its own Undo
      id: uuidV7(),
      title: `${countOf(copied.marks.length)} pasted`,
      description: NO_ANNOUNCEMENT,
    },
    undo,
  );
}

export function pasteInPlace(targets: ClipboardTargets, controller: SheetController): void {
  if (copiedLast) paste(targets, copiedLast, controller, true);
  else targets.actions.announce('Nothing was copied in this window.');
}

export function duplicateSelected(targets: ClipboardTargets, controller: SheetController): void {
  const { picture, rights, edits, actions } = targets;
  const selected = selectedOf(targets);
  if (!picture.sheet || !rights.canDraw || selected.length === 0) return;
  edits.add(duplicatesOf(copiedOf(selected, picture.sheet.size), controller.onImage({ x: OFFSET, y: OFFSET })));
  actions.announce(`${countOf(selected.length)} duplicated. ${NO_ANNOUNCEMENT}`);
}

export function copySelected(targets: ClipboardTargets, data: DataTransfer | null): boolean {
  const selected = selectedOf(targets);
  if (!targets.picture.sheet || selected.length === 0) return false;
  copiedLast = copiedOf(selected, targets.picture.sheet.size);
  data?.setData(COPIED_TYPE, JSON.stringify(copiedLast));
  data?.setData('text/plain', selected.map(labelOf).join('\n'));
  targets.actions.announce(`${countOf(selected.length)} copied. ${NO_ANNOUNCEMENT}`);
  return true;
}

/** Handles the browser's clipboard events, so keys, menus and other windows work. */
export function listenToClipboard(controller: SheetController, latest: { current: ClipboardTargets }): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const isElsewhere = (event: ClipboardEvent) => event.defaultPrevented || isTyping(event.target) || isModalOpen();
  const onCopy = (event: ClipboardEvent) => {
    // selected page text takes precedence
    if (isElsewhere(event) || document.getSelection()?.isCollapsed === false) return;
    if (copySelected(latest.current, event.clipboardData)) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = isElsewhere(event) ? '' : event.clipboardData?.getData(COPIED_TYPE);
    const copied = text ? parsedCopies(text) : null;
    if (!copied) return;
    event.preventDefault();
    paste(latest.current, copied, controller, false);
  };
  window.addEventListener('copy', onCopy, { signal });
  window.addEventListener('paste', onPaste, { signal });
  return () => listening.abort();
}
