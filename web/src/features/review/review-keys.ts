import { REJECTION_CODES } from '@symbio/proto/annotation/vocabulary';
import { rejectionCodeLabel } from '@symbio/proto/labels';
import type { KeyGroup } from '../../components/keyboard-help-dialog.js';
import { keyOf, type ShortcutPress } from '../../lib/ui/keys.js';

export type ReviewStage = 'looking' | 'rejecting' | 'editing';

export type ReviewCommand =
  | { kind: 'accept' | 'acceptGroup' | 'edit' | 'reject' | 'link' | 'skip' | 'undo' | 'goTo' }
  | { kind: 'reason'; index: number }
  | { kind: 'ownWords' | 'save' | 'cancel' };

/** `other` is for own words. */
export const QUICK_REASONS = REJECTION_CODES.filter((code) => code !== 'other').map((code) => ({
  code,
  reason: rejectionCodeLabel(code),
}));

const LOOKING: Record<string, ReviewCommand> = {
  a: { kind: 'accept' },
  e: { kind: 'edit' },
  r: { kind: 'reject' },
  l: { kind: 'link' },
  s: { kind: 'skip' },
  u: { kind: 'undo' },
  g: { kind: 'goTo' },
};

const EDITING: Record<string, ReviewCommand> = { Enter: { kind: 'save' }, Escape: { kind: 'cancel' } };

/** Null leaves the key to the sheet. */
export function reviewCommand(event: ShortcutPress, stage: ReviewStage): ReviewCommand | null {
  const key = keyOf(event);
  if (event.altKey) return null;
  if (event.shiftKey) {
    const isPlain = !event.ctrlKey && !event.metaKey;
    return key === 'a' && isPlain && stage === 'looking' ? { kind: 'acceptGroup' } : null;
  }
  // while editing a copy, undo reverts its last outline change
  if (event.ctrlKey || event.metaKey) return key === 'z' && stage === 'looking' ? { kind: 'undo' } : null;
  switch (stage) {
    case 'looking':
      return LOOKING[key] ?? null;
    case 'editing':
      return EDITING[key] ?? null;
    case 'rejecting': {
      if (key === 'Escape') return { kind: 'cancel' };
      if (key === '0') return { kind: 'ownWords' };
      const index = Number(key) - 1;
      return QUICK_REASONS[index] === undefined ? null : { kind: 'reason', index };
    }
  }
}

export const REVIEW_KEYS: KeyGroup = {
  title: 'Review of proposals',
  lines: [
    { keys: ['Shift V'], what: 'Begin or end the review' },
    { keys: ['A'], what: 'Accept: the proposal becomes your annotation' },
    { keys: ['Shift A'], what: 'Accept all proposals about this place' },
    { keys: ['E'], what: 'Change outline or label first; Enter accepts, Esc goes back' },
    { keys: ['L'], what: 'Link to a feature; saving accepts the proposal' },
    { keys: ['R'], what: `Reject, then 1 to ${QUICK_REASONS.length} for the reason or 0 for your own words` },
    { keys: ['S'], what: 'Skip: it returns at the end of the queue' },
    { keys: ['U'], what: 'Undo your last decision of this session, or that of a place' },
    { keys: ['G'], what: 'Go back to the proposal on its sheet' },
  ],
};
