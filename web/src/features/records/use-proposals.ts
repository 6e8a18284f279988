import { offerUndo } from '../../lib/edits/undo.js';
import { api } from '../../lib/http/api.js';
import { useApiDispatch } from '../../lib/http/api-thunks.js';
import { settleEach } from '../../lib/http/bulk.js';
import { changeRefusal, distinctReasons } from '../../lib/http/errors.js';
import { countText } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import {
  DECIDED,
  useDecideHitMutation,
  useDecideProposalMutation,
  type Judgement,
  type RecordProposal,
} from './decisions-api.js';
import type { RecordHit } from './records-api.js';

export interface ProposedHit {
  proposal: RecordProposal;
  hit: RecordHit;
}

const judgementOf = ({ disposition }: RecordHit): Judgement => ({
  disposition: disposition?.kind ?? 'undecided',
  reason_codes: disposition?.reason_codes ?? [],
  reason: disposition?.reason ?? '',
});

/** Accepts or rejects what agents propose. An acceptance is undone by the decision before it. */
export function useProposals() {
  const dispatch = useApiDispatch();
  const [decideProposal] = useDecideProposalMutation();
  const [decideHit] = useDecideHitMutation();

  return async (proposed: readonly ProposedHit[], accept: boolean): Promise<void> => {
    const { done, failed } = await settleEach(proposed, ({ proposal }) =>
      decideProposal({ id: proposal.id, accept }).unwrap(),
    );
    dispatch(api.util.invalidateTags([...DECIDED]));
    if (failed.length > 0)
      notify({
        type: 'error',
        title: `${countText(failed.length, 'proposal')} not decided`,
        description: distinctReasons(failed.map(({ error }) => changeRefusal(error))),
      });
    if (done.length === 0) return;
    const title = `${countText(done.length, 'proposal')} ${accept ? 'accepted' : 'rejected'}`;
    if (!accept) {
      notify({ type: 'success', title });
      return;
    }
    const hits = done.map(({ item }) => item.hit);
    offerUndo(
      { title },
      {
        what: title,
        undo: () => Promise.all(hits.map((hit) => decideHit({ id: hit.id, ...judgementOf(hit) }).unwrap())),
      },
    );
  };
}
