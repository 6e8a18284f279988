import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { PageKind } from '@symbio/proto/document/vocabulary';
import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { errorMessage } from '../../../../lib/http/errors.js';
import { medium } from '../../../../lib/ui/formats.js';
import { FACT_TERMS, factText } from '../page-facts.js';
import { useGetTitleBlockQuery } from './title-block-api.js';
import type { SheetFactName, TitleBlockChange } from './title-block-records.js';

const useStyles = makeStyles({
  part: { marginTop: tokens.spacingVerticalM },
  list: {
    listStyleType: 'none',
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    maxHeight: '220px',
    overflowY: 'auto',
  },
  none: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground3 },
  by: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const KINDS: Readonly<Record<string, string>> = {
  reset: 'reset to the recognized value',
  undone: 'correction of the volume undone',
};

/** `Year: 1901 → 1896` */
export function changeText({ fact, kind, from, to, correction_id: volume }: TitleBlockChange): string {
  if (fact === 'page_type') {
    const name = (value: string | null) =>
      value === null ? 'none of the kinds' : (PAGE_KIND_LABELS[value as PageKind] ?? value);
    return `Kind: ${name(from)} → ${name(to)}${kind === 'reset' ? ' (reset to the recognized kind)' : ''}`;
  }
  const text = (value: string | null) => factText(fact as SheetFactName, value) ?? 'not known';
  const why = KINDS[kind] ?? (volume === null ? '' : 'with the volume');
  return `${FACT_TERMS[fact as SheetFactName] ?? fact}: ${text(from)} → ${text(to)}${why === '' ? '' : ` (${why})`}`;
}

/** Newest first; loaded when opened. */
export function FactHistory({ page }: { page: DocumentPage }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.part}>
      <Button
        size="small"
        appearance="subtle"
        icon={<HistoryRegular />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        History
      </Button>
      {isOpen && <Entries page={page} />}
    </div>
  );
}

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

function Entries({ page }: { page: DocumentPage }) {
  const styles = useStyles();
  const { data, error, isLoading } = useGetTitleBlockQuery(
    { pageId: page.id, documentId: page.document_id },
    { refetchOnMountOrArgChange: true },
  );
  if (isLoading) return <Spinner size="tiny" label="Loading history..." />;
  if (!data) return <Text role="alert">{errorMessage(error, 'The history could not be loaded.')}</Text>;
  if (data.history.length === 0)
    return (
      <Text ref={intoView} as="p" block className={styles.none}>
        No corrections on this sheet yet.
      </Text>
    );
  return (
    <ul ref={intoView} className={styles.list} aria-label="History of this sheet" tabIndex={0}>
      {data.history.map((entry) => (
        <li key={entry.id}>
          {changeText(entry)}
          <span className={styles.by}>
            {entry.by_name}, {medium(entry.at)}
          </span>
        </li>
      ))}
    </ul>
  );
}
