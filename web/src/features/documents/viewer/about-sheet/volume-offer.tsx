import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage } from '../../../../lib/errors.js';
import { factText } from '../page-facts.js';
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

/** A correction that may be good for the other sheets, too. */
export interface Offer {
  /** Of the correction of the volume, if it is taken: the same again changes nothing twice. */
  id: string;
  fact: SheetFactName;
  value: string | number | null;
}

const sheets = (count: number): string => (count === 1 ? '1 sheet' : `${count} sheets`);
const stays = (count: number): string => (count === 1 ? '1 sheet stays: it was' : `${count} sheets stay: they were`);

/** What is offered, as a question. */
export function offerText({ fact, value }: Offer, changes: readonly VolumeChange[]): string {
  const others =
    changes.length === 1 ? 'the other sheet of this volume' : `the other ${changes.length} sheets of this volume`;
  if (value === null) return `Say “not known” for ${others}, too?`;
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
  onClose: () => void;
}

/** Carries a correction over to the sheets of the volume that one chooses; all of it is undone by one button. */
export function VolumeOffer({ page, offer, onClose }: VolumeOfferProps) {
  const styles = useStyles();
  const of = { pageId: page.id, documentId: page.document_id, id: offer.id };
  const { data: changes } = useGetVolumeOfferQuery({ ...of, fact: offer.fact }, { refetchOnMountOrArgChange: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isChoosing, setChoosing] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [isUndone, setUndone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [correctVolume, { isLoading }] = useCorrectVolumeMutation();
  const [undo, { isLoading: isUndoing }] = useUndoVolumeCorrectionMutation();

  if (done === null && !changes?.length) return null;
  const offered = changes ?? [];
  const chosen = offered.filter(({ page_id: id }) => !left.has(id));

  async function take(): Promise<void> {
    setProblem(null);
    try {
      // all of them: what a person has said of one since is not touched then
      const pageIds = left.size === 0 ? {} : { pageIds: chosen.map(({ page_id: id }) => id) };
      const { changes: made, full_page_ids: full } = await correctVolume({
        ...of,
        ...{ fact: offer.fact, ...pageIds },
      }).unwrap();
      const stay = full.length === 0 ? '' : ` ${stays(full.length)} changed 200 times already.`;
      setDone(`Changed on ${sheets(made.length)}.${stay}`);
    } catch (error) {
      setProblem(errorMessage(error, 'The other sheets could not be changed. Please try again.'));
    }
  }
  async function takeBack(): Promise<void> {
    setProblem(null);
    try {
      const { kept_page_ids: kept } = await undo(of).unwrap();
      setUndone(true);
      const stay = kept.length === 0 ? '' : ` Somebody has changed ${sheets(kept.length)} since: that stays.`;
      setDone(`Undone on the other sheets.${stay}`);
    } catch (error) {
      setProblem(errorMessage(error, 'The correction could not be undone. Please try again.'));
    }
  }

  return (
    <section className={styles.offer} aria-label="Other sheets of the volume">
      <Text role="status">{done ?? offerText(offer, chosen.length > 0 ? chosen : offered)}</Text>
      {done === null && isChoosing && (
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
                  setLeft(next);
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
        {done === null ? (
          <>
            <Button
              size="small"
              appearance="primary"
              disabled={isLoading || chosen.length === 0}
              onClick={() => void take()}
            >
              {isLoading ? 'Changing...' : `Use for ${sheets(chosen.length)}`}
            </Button>
            <Button size="small" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              Choose sheets
            </Button>
            <Button size="small" appearance="subtle" onClick={onClose}>
              Not now
            </Button>
          </>
        ) : (
          <>
            {!isUndone && (
              <Button size="small" disabled={isUndoing} onClick={() => void takeBack()}>
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
