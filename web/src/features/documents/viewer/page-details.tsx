import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, Text, tokens } from '@fluentui/react-components';
import { EditRegular, InfoRegular } from '@fluentui/react-icons';
import { Fragment, useId, useState } from 'react';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { FactEditor } from './about-sheet/fact-editor.js';
import { FactHistory } from './about-sheet/fact-history.js';
import { useFactEdit } from './about-sheet/use-fact-edit.js';
import { offerOf, VolumeOffer, type Offer } from './about-sheet/volume-offer.js';
import { pageFacts } from './page-facts.js';

const useStyles = makeStyles({
  surface: { width: '360px', maxWidth: 'calc(100vw - 48px)', maxHeight: 'calc(100vh - 120px)', overflowY: 'auto' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: `${tokens.spacingVerticalM} 0 0`,
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
}

export function PageDetails({ page, mayEdit = false, onCorrectKind }: PageDetailsProps) {
  const styles = useStyles();
  const headingId = useId();
  const [isOpen, setOpen] = useState(false);
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
    <Popover
      positioning={{ position: 'below', align: 'start', autoSize: 'height', overflowBoundaryPadding: 8 }}
      withArrow
      trapFocus
      open={isOpen}
      onOpenChange={(_, { open }) => setOpen(open)}
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<InfoRegular />}
          aria-label={`About page ${page.page_number}`}
          title={`About page ${page.page_number}`}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-labelledby={headingId} tabIndex={-1}>
        <Text as="h3" id={headingId} weight="semibold">
          About this sheet
        </Text>
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
                    {isKind && onCorrectKind && (
                      <Button
                        className={styles.pencil}
                        size="small"
                        appearance="transparent"
                        icon={<EditRegular />}
                        aria-label={`Correct: ${term}`}
                        title={`Correct: ${term}`}
                        onClick={() => {
                          setOpen(false);
                          onCorrectKind();
                        }}
                      />
                    )}
                    {isEditable && fact !== undefined && (
                      <Button
                        className={styles.pencil}
                        size="small"
                        appearance="transparent"
                        icon={<EditRegular />}
                        aria-label={`Correct: ${term}`}
                        title={`Correct: ${term}`}
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
      </PopoverSurface>
    </Popover>
  );
}
