import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CalendarMultipleRegular, ChevronDownRegular, ChevronRightRegular, EditRegular } from '@fluentui/react-icons';
import { Fragment, useId, useState, type Ref } from 'react';
import { usePersonalChoice } from '../../../lib/ui/personal-choice.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { FactEditor } from './about-sheet/fact-editor.js';
import { FactHistory } from './about-sheet/fact-history.js';
import { useFactEdit } from './about-sheet/use-fact-edit.js';
import { offerOf, VolumeOffer, type Offer } from './about-sheet/volume-offer.js';
import { pageFacts } from './page-facts.js';

const useStyles = makeStyles({
  root: { flexShrink: 0, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  toggle: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    width: '100%',
    minHeight: '40px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    '& svg': { flexShrink: 0, alignSelf: 'center' },
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  name: { fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  summary: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  content: {
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    maxHeight: '60vh',
    overflowY: 'auto',
  },
  years: { marginTop: tokens.spacingVerticalS, marginInlineStart: '-8px' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: `${tokens.spacingVerticalXS} 0 0`,
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: { position: 'relative', margin: 0, paddingInlineEnd: '28px', overflowWrap: 'anywhere' },
  edited: { margin: 0, minWidth: 0 },
  pencil: { position: 'absolute', top: '-2px', insetInlineEnd: 0 },
  ground: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  unknown: { color: tokens.colorNeutralForeground3 },
});

interface PageDetailsProps {
  page: DocumentPage;
  mayEdit?: boolean;
  /** Absent if the page kind cannot be corrected. */
  onCorrectKind?: (() => void) | undefined;
  /** Absent for a single sheet and for readers. */
  onSetYears?: (() => void) | undefined;
}

/** `1896 · Sheet 60` */
function summaryOf(page: DocumentPage): string {
  const known = new Map(pageFacts(page).map(({ fact, value }) => [fact, value]));
  const sheet = known.get('sheet_number');
  return [known.get('year') ?? 'No year', sheet ? `Sheet ${sheet}` : ''].filter(Boolean).join(' · ');
}

function Pencil({
  term,
  ref,
  onClick,
}: {
  term: string;
  ref?: Ref<HTMLButtonElement> | undefined;
  onClick: () => void;
}) {
  return (
    <Button
      className={useStyles().pencil}
      size="small"
      appearance="transparent"
      icon={<EditRegular />}
      aria-label={`Correct: ${term}`}
      title={`Correct: ${term}`}
      ref={ref}
      onClick={onClick}
    />
  );
}

/** “About this sheet” in the side panel; open or closed as the person left it. */
export function PageDetails({ page, mayEdit = false, onCorrectKind, onSetYears }: PageDetailsProps) {
  const styles = useStyles();
  const headingId = useId();
  const [choice, choose] = usePersonalChoice('about-sheet', ['open', 'closed']);
  const isOpen = choice === 'open';
  const [offer, setOffer] = useState<Offer | null>(null);
  const edit = useFactEdit({
    page,
    onSaved: (fact, { title_block: block }, isReset) => {
      // north differs from sheet to sheet
      const isOffered = !isReset && fact !== 'north' && block[fact] !== undefined;
      setOffer(isOffered ? offerOf(fact, block[fact]?.value ?? null) : null);
    },
  });
  // a server without title blocks accepts no corrections
  const isEditable = mayEdit && page.title_block !== undefined;
  return (
    <section className={styles.root} aria-labelledby={headingId}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => choose(isOpen ? 'closed' : 'open')}
        >
          {isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          <span id={headingId} className={styles.name}>
            About this sheet
          </span>
          {!isOpen && <span className={styles.summary}>{summaryOf(page)}</span>}
        </button>
      </h3>
      {isOpen && (
        <div className={styles.content}>
          <dl className={styles.facts}>
            {pageFacts(page).map((row) => {
              const { term, value, ground, fact, isKind } = row;
              const isEdited = isEditable && fact !== undefined && edit.fact === fact;
              return (
                <Fragment key={term}>
                  <dt className={styles.term}>{term}</dt>
                  {isEdited ? (
                    <dd className={styles.edited}>
                      <FactEditor row={row} edit={edit} />
                    </dd>
                  ) : (
                    <dd className={styles.value}>
                      {value === null ? <span className={styles.unknown}>Not known</span> : value}
                      {ground && <span className={styles.ground}>{ground}</span>}
                      {isKind && onCorrectKind && <Pencil term={term} onClick={onCorrectKind} />}
                      {isEditable && fact !== undefined && (
                        <Pencil
                          term={term}
                          ref={fact === edit.last ? edit.pencil : undefined}
                          onClick={() => edit.begin(fact)}
                        />
                      )}
                    </dd>
                  )}
                </Fragment>
              );
            })}
          </dl>
          {isEditable && onSetYears && (
            <Button
              className={styles.years}
              size="small"
              appearance="subtle"
              icon={<CalendarMultipleRegular />}
              onClick={onSetYears}
            >
              Set the year of several sheets...
            </Button>
          )}
          {offer && (
            <VolumeOffer
              key={offer.id}
              page={page}
              offer={offer}
              // responses may arrive after closing, or after another correction
              onChange={(change) => setOffer((now) => (now?.id === offer.id ? { ...now, ...change } : now))}
              onClose={() => setOffer(null)}
            />
          )}
          {page.title_block !== undefined && <FactHistory page={page} />}
        </div>
      )}
    </section>
  );
}
