import type { Place } from '@symbio/georeference';
import { DISPOSITION_LABELS } from '@symbio/proto/labels';
import type { DispositionKind } from '@symbio/proto/records/vocabulary';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import {
  useDecideAdjoiningMutation,
  useDecideHitMutation,
  usePlaceRecordMutation,
  type Judgement,
} from './decisions-api.js';
import { nameText } from './record-text.js';
import type { RecordHit } from './records-api.js';

/** Undecided again once its facts changed. */
export const kindOf = ({ disposition }: RecordHit): DispositionKind =>
  disposition === null || disposition.changes.length > 0 ? 'undecided' : disposition.kind;

export const isAdjoining = ({ adjoining, suggests_adjoining: isSuggested }: RecordHit): boolean =>
  adjoining?.is_adjoining ?? isSuggested;

/** Decisions about single records, each with its undo. */
export function useDecisions() {
  const [decideHit] = useDecideHitMutation();
  const [placeRecord] = usePlaceRecordMutation();
  const [decideAdjoining] = useDecideAdjoiningMutation();

  /** @returns the reason of a refusal */
  async function decide(hit: RecordHit, judgement: Judgement): Promise<string | null> {
    const { disposition: before } = hit;
    try {
      await decideHit({ id: hit.id, ...judgement }).unwrap();
    } catch (error) {
      return changeRefusal(error);
    }
    const previous: Judgement = {
      disposition: before?.kind ?? 'undecided',
      reason_codes: before?.reason_codes ?? [],
      reason: before?.reason ?? '',
    };
    offerUndo(
      { title: DISPOSITION_LABELS[judgement.disposition], description: nameText(hit) },
      { what: `decision about ${nameText(hit)}`, undo: () => decideHit({ id: hit.id, ...previous }).unwrap() },
    );
    return null;
  }

  async function turnAdjoining(hit: RecordHit): Promise<void> {
    const was = isAdjoining(hit);
    try {
      await decideAdjoining({ id: hit.id, is_adjoining: !was }).unwrap();
    } catch (error) {
      notify({ type: 'error', title: 'The record was not changed', description: changeRefusal(error) });
      return;
    }
    offerUndo(
      { title: was ? 'Not adjoining' : 'Adjoining', description: nameText(hit) },
      {
        what: `adjoining of ${nameText(hit)}`,
        undo: () => decideAdjoining({ id: hit.id, is_adjoining: was }).unwrap(),
      },
    );
  }

  /**
   * @param at null: the place of the data holds again
   * @returns the reason of a refusal
   */
  async function place(hit: RecordHit, at: Place | null, reason: string): Promise<string | null> {
    const { place_decision: before } = hit;
    const to = { longitude: at?.longitude ?? null, latitude: at?.latitude ?? null };
    try {
      await placeRecord({ id: hit.id, ...to, reason }).unwrap();
    } catch (error) {
      return changeRefusal(error);
    }
    const previous = {
      ...{ id: hit.id, longitude: before?.longitude ?? null, latitude: before?.latitude ?? null },
      reason: before?.reason ?? 'Undone.',
    };
    offerUndo(
      { title: at ? 'Record placed' : 'Place of the data', description: nameText(hit) },
      { what: `place of ${nameText(hit)}`, undo: () => placeRecord(previous).unwrap() },
    );
    return null;
  }

  return { decide, turnAdjoining, place };
}
