import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage, isUnanswered } from '../../../../lib/http/errors.js';
import { uuidV7 } from '../../../../lib/http/uuid.js';
import { factText } from '../page-facts.js';
import { countText } from '../../../../lib/ui/formats.js';
import {
  useCorrectVolumeMutation,
  useGetVolumeOfferQuery,
  useUndoVolumeCorrectionMutation,
} from './title-block-api.js';
import type { SheetFactName, VolumeChange } from './title-block-records.js';

const useStyles = makeStyles({
  offer: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    marginTop: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  sheets: { listStyleType: 'none', margin: 0, padding: 0, maxHeight: '180px', overflowY: 'auto' },
  problem: { color: tokens.colorPaletteRedForeground1 },
});

/** `unknown`: an attempt got no response and may have changed sheets. */
type Stage = 'offered' | 'unknown' | 'done' | 'over';

/** Outlives the section being closed. */
export interface Offer {
  /** Makes repetition idempotent. */
  id: string;
  fact: SheetFactName;
  value: string | number | null;
  left: ReadonlySet<string>;
  /** For an identical repetition. */
  sent: { pageIds?: string[] };
  stage: Stage;
  isBusy: boolean;
  said: string;
  problem: string | null;
}

export const offerOf = (fact: SheetFactName, value: Offer['value']): Offer => ({
  ...{ id: uuidV7(), fact, value, left: new Set(), sent: {} },
  ...{ stage: 'offered', isBusy: false, said: '', problem: null },
});

const stays = (count: number): string => countText(count, 'sheet stays: it was', 'sheets stay: they were');

export function offerText({ fact, value }: Pick<Offer, 'fact' | 'value'>, changes: readonly VolumeChange[]): string {
  const others =
    changes.length === 1 ? 'the other sheet of this volume' : `the other ${changes.length} sheets of this volume`;
  if (value === null) return `Set ${others} to “not known”, too?`;
  if (fact !== 'sheet_number') return `Use ${factText(fact, value)} for ${others}?`;
  const [first, last] = [changes[0]?.to ?? '', changes.at(-1)?.to ?? ''];
  return `Number ${others} in sequence (${first === last ? first : `${first} to ${last}`})?`;
}

const changeText = ({ page_number: number, fact, from, to }: VolumeChange): string => {
  const text = (value: string | null) => factText(fact as SheetFactName, value) ?? 'not known';
  return `Page ${number}: ${text(from)} → ${text(to)}`;
};

interface VolumeOfferProps {
  page: DocumentPage;
  offer: Offer;
  onChange: (change: Partial<Offer>) => void;
  onClose: () => void;
}

/** One undo for all sheets. */
export function VolumeOffer({ page, offer, onChange, onClose }: VolumeOfferProps) {
  const styles = useStyles();
  const { id, fact, left, stage, isBusy, said, problem } = offer;
  const of = { pageId: page.id, documentId: page.document_id, id };
  const { data: changes } = useGetVolumeOfferQuery(
    { ...of, fact },
    { refetchOnMountOrArgChange: true, skip: stage !== 'offered' },
  );
  const [isChoosing, setChoosing] = useState(false);
  const [correctVolume] = useCorrectVolumeMutation();
  const [undo] = useUndoVolumeCorrectionMutation();

  const isOffered = stage === 'offered';
  if (isOffered && !changes?.length) return null;
  const offered = changes ?? [];
  const chosen = offered.filter(({ page_id: pageId }) => !left.has(pageId));

  async function take(sent: Offer['sent']): Promise<void> {
    onChange({ isBusy: true, problem: null, sent });
    try {
      const { changes: made, full_page_ids: full } = await correctVolume({ ...of, fact, ...sent }).unwrap();
      const isAny = !isOffered || made.length > 0;
      // an earlier attempt may have changed some: only the rest is counted
      const where = isOffered
        ? countText(made.length, 'sheet')
        : sent.pageIds
          ? 'the chosen sheets'
          : 'the other sheets';
      const what = isAny ? `Changed on ${where}.` : 'No other sheet was changed.';
      const stay = full.length === 0 ? '' : ` ${stays(full.length)} changed 200 times already.`;
      onChange({ isBusy: false, stage: isAny ? 'done' : 'over', said: `${what}${stay}` });
    } catch (error) {
      onChange({
        isBusy: false,
        problem: errorMessage(error, 'The other sheets could not be changed. Please try again.'),
        ...(isUnanswered(error) && {
          stage: 'unknown',
          said: 'The other sheets may have been changed. Try again to make sure; you can undo it afterwards.',
        }),
      });
    }
  }
  async function takeBack(): Promise<void> {
    onChange({ isBusy: true, problem: null });
    try {
      const { kept_page_ids: kept } = await undo(of).unwrap();
      const stay =
        kept.length === 0
          ? ''
          : ` Another user has changed ${countText(kept.length, 'sheet')} since; that change stays.`;
      onChange({ isBusy: false, stage: 'over', said: `Undone on the other sheets.${stay}` });
    } catch (error) {
      const sentence = errorMessage(error, 'The correction could not be undone. Please try again.');
      onChange({ isBusy: false, problem: sentence });
    }
  }

  return (
    <section className={styles.offer} aria-label="Other sheets of the volume">
      <Text role="status">{isOffered ? offerText(offer, chosen.length > 0 ? chosen : offered) : said}</Text>
      {isOffered && isChoosing && (
        <ul className={styles.sheets} aria-label="Sheets to change">
          {offered.map((change) => (
            <li key={change.page_id}>
              <Checkbox
                label={changeText(change)}
                checked={!left.has(change.page_id)}
                onChange={(_, { checked }) => {
                  const next = new Set(left);
                  if (checked === true) next.delete(change.page_id);
                  else next.add(change.page_id);
                  onChange({ left: next });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <Text role="alert" className={styles.problem}>
          {problem}
        </Text>
      )}
      <div className={styles.actions}>
        {isOffered ? (
          <>
            <Button
              size="small"
              appearance="primary"
              disabled={isBusy || chosen.length === 0}
              // without an explicit choice send no list, so sheets corrected since are skipped
              onClick={() => void take(left.size === 0 ? {} : { pageIds: chosen.map((change) => change.page_id) })}
            >
              {isBusy ? 'Changing...' : `Use for ${countText(chosen.length, 'sheet')}`}
            </Button>
            <Button size="small" disabled={isBusy} aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              Choose sheets
            </Button>
            <Button size="small" appearance="subtle" onClick={onClose}>
              Not now
            </Button>
          </>
        ) : (
          <>
            {stage === 'unknown' && (
              <Button size="small" appearance="primary" disabled={isBusy} onClick={() => void take(offer.sent)}>
                {isBusy ? 'Changing...' : 'Try again'}
              </Button>
            )}
            {stage === 'done' && (
              <Button size="small" disabled={isBusy} onClick={() => void takeBack()}>
                Undo
              </Button>
            )}
            <Button size="small" appearance="subtle" onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
