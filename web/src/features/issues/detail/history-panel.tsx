import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import { ItemGap, usePageList } from '../../../components/long-list.js';
import { Sheet } from '../../../components/sheet.js';
import { medium } from '../../../lib/ui/formats.js';
import { useListHistoryQuery } from '../api.js';
import { issueStatusLabel, issueTypeLabel, severityLabel } from '../issue-labels.js';
import type { HistoryEntry } from '../issue-records.js';
import { usePanelStyles } from './detail-styles.js';

const FIRST = 5;
const ENTRY_HEIGHT = 50;

const useStyles = makeStyles({
  // spacing belongs to the item above and is measured with it
  list: { gap: 0 },
  item: { paddingBottom: '10px', ':last-child': { paddingBottom: 0 } },
  entry: { paddingLeft: '12px', borderLeft: `2px solid ${tokens.colorNeutralStroke2}` },
  who: { fontWeight: tokens.fontWeightSemibold },
  what: { margin: 0, overflowWrap: 'anywhere' },
  when: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  more: { marginTop: '10px' },
});

type Change = HistoryEntry['changes'][number];

const ACTION_TEXTS: Readonly<Record<string, string>> = {
  created: 'reported the issue',
  deleted: 'deleted the issue',
  restored: 'restored the issue',
  description: 'changed the description',
};

const FIELD_TEXTS: Readonly<Record<string, (value: string) => string>> = {
  status: issueStatusLabel,
  severity: severityLabel,
  type: issueTypeLabel,
};

const COLLECTIONS: Readonly<Record<string, string>> = { screenshots: 'screenshot', links: 'link' };

/** `changed the status from Open to Closed` */
export function changeText({ field, from, to }: Change): string {
  const actionText = ACTION_TEXTS[field];
  if (actionText !== undefined) return actionText;
  const collection = COLLECTIONS[field];
  if (collection !== undefined)
    return to ? `added the ${collection} ${to}` : `removed the ${collection} ${from ?? ''}`.trim();
  const words = FIELD_TEXTS[field] ?? ((value: string) => value);
  const name = field.replaceAll('_', ' ');
  if (from && to) return `changed the ${name} from ${words(from)} to ${words(to)}`;
  return to ? `set the ${name} to ${words(to)}` : `removed the ${name}${from ? ` ${words(from)}` : ''}`;
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const styles = useStyles();
  return (
    <div className={styles.entry}>
      {entry.changes.map((change, index) => (
        <p key={index} className={styles.what}>
          <span className={styles.who}>{entry.author_name.trim() || 'Unknown'}</span> {changeText(change)}
        </p>
      ))}
      <time className={styles.when} dateTime={entry.at}>
        {medium(entry.at)}
      </time>
    </div>
  );
}

export function HistoryPanel({ issueId }: { issueId: string }) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const { currentData: entries, error, refetch } = useListHistoryQuery(issueId);
  const [isLong, setLong] = useState(false);
  const shown = useMemo(() => (isLong ? entries : entries?.slice(0, FIRST)) ?? [], [entries, isLong]);
  const keys = useMemo(() => shown.map(({ id }) => id), [shown]);
  const listRef = useRef<HTMLOListElement>(null);
  const list = usePageList(listRef, { keys, rowHeight: ENTRY_HEIGHT });
  return (
    <Sheet title="History">
      {error && !entries ? (
        <div role="alert">
          <p>{`Failed to load the history: ${error.message}`}</p>
          <Button className={styles.more} size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {entries?.length === 0 ? <p className={panel.quiet}>Nothing has changed yet</p> : null}
      {shown.length > 0 ? (
        <ol ref={listRef} className={mergeClasses(panel.list, styles.list)} aria-label="History">
          {list.parts.map((part) => {
            if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
            const entry = shown[part.index];
            return entry ? (
              <li
                key={entry.id}
                ref={list.measure}
                data-index={part.index}
                aria-setsize={shown.length}
                aria-posinset={part.index + 1}
                className={styles.item}
              >
                <Entry entry={entry} />
              </li>
            ) : null;
          })}
        </ol>
      ) : null}
      {entries && entries.length > FIRST ? (
        <Button className={styles.more} size="small" appearance="subtle" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show less' : `Show all ${entries.length}`}
        </Button>
      ) : null}
    </Sheet>
  );
}
