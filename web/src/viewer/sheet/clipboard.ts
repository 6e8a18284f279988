import { labelOf } from '../../evidence/annotation-records.js';
import { uuidV7 } from '../../lib/uuid.js';
import { COPIED_TYPE, copiedOf, copiesOn, countOf, duplicatesOf, parsedCopies } from '../edits/copies.js';
import type { Copied } from '../edits/copies.js';
import { offerTakingBack } from '../edits/use-annotation-edits.js';
import type { SheetController } from './controller.js';
import { isModalOpen, isTyping } from './keys.js';
import type { SheetViewerProps } from './viewer-props.js';

/** CSS pixels to the right and down by which a duplicate lies beside its original. */
const BESIDE = 16;

/** What was copied last in this window: for the key that puts copies at the same place. */
let copiedLast: Copied | null = null;

type ClipboardTargets = Pick<SheetViewerProps, 'picture' | 'content' | 'rights' | 'edits' | 'actions'>;

const selectedOf = ({ content }: ClipboardTargets) =>
  content.selectedKeys.flatMap((key) => content.annotations.find((each) => each.key === key) ?? []);

/** What is copied is shapes and labels, and people must know. */
const NOTHING_SAID = 'What was said of the originals is not copied.';

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
  const takeBack = edits.add(copiesOn(copied, picture.sheet.size, inPlace ? null : controller.pointerOnSheet));
  offerTakingBack(
    {
      type: 'info',
      // two pastes are two steps, each with an Undo of its own
      id: uuidV7(),
      title: `${countOf(copied.marks.length)} pasted`,
      description: NOTHING_SAID,
    },
    takeBack,
  );
}

/** Puts what was copied last in this window at the same place of this sheet. */
export function pasteInPlace(targets: ClipboardTargets, controller: SheetController): void {
  if (copiedLast) paste(targets, copiedLast, controller, true);
  else targets.actions.announce('Nothing was copied in this window.');
}

/** Makes copies of the selected annotations beside them. */
export function duplicateSelected(targets: ClipboardTargets, controller: SheetController): void {
  const { picture, rights, edits, actions } = targets;
  const selected = selectedOf(targets);
  if (!picture.sheet || !rights.canDraw || selected.length === 0) return;
  edits.add(duplicatesOf(copiedOf(selected, picture.sheet.size), controller.onImage({ x: BESIDE, y: BESIDE })));
  actions.announce(`${countOf(selected.length)} duplicated. ${NOTHING_SAID}`);
}

/** Copies the selected annotations for this and other sheets and windows. */
export function copySelected(targets: ClipboardTargets, data: DataTransfer | null): boolean {
  const selected = selectedOf(targets);
  if (!targets.picture.sheet || selected.length === 0) return false;
  copiedLast = copiedOf(selected, targets.picture.sheet.size);
  data?.setData(COPIED_TYPE, JSON.stringify(copiedLast));
  data?.setData('text/plain', selected.map(labelOf).join('\n'));
  targets.actions.announce(`${countOf(selected.length)} copied. ${NOTHING_SAID}`);
  return true;
}

/** Copies and pastes annotations by the browser's own commands: keys, menus, and from one window to another. */
export function listenToClipboard(controller: SheetController, latest: { current: ClipboardTargets }): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const isElsewhere = (event: ClipboardEvent) => event.defaultPrevented || isTyping(event.target) || isModalOpen();
  const onCopy = (event: ClipboardEvent) => {
    // words of the page that somebody marked are meant
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
