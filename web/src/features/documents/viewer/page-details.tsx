import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, Text, tokens } from '@fluentui/react-components';
import { InfoRegular } from '@fluentui/react-icons';
import { Fragment, useId } from 'react';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { pageFacts } from './page-facts.js';

const useStyles = makeStyles({
  surface: { width: '360px', maxWidth: 'calc(100vw - 48px)' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: `${tokens.spacingVerticalM} 0 0`,
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere' },
  ground: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  unknown: { color: tokens.colorNeutralForeground3 },
});

/** What was read off a sheet, where, and how sure each of it is. */
export function PageDetails({ page }: { page: DocumentPage }) {
  const styles = useStyles();
  const headingId = useId();
  return (
    <Popover positioning="below-start" withArrow trapFocus>
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
          {pageFacts(page).map(({ term, value, ground }) => (
            <Fragment key={term}>
              <dt className={styles.term}>{term}</dt>
              <dd className={styles.value}>
                {value === null ? <span className={styles.unknown}>Not known</span> : value}
                {value !== null && ground && <span className={styles.ground}>{ground}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
      </PopoverSurface>
    </Popover>
  );
}
