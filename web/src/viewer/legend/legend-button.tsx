import {
  Link,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Text,
  tokens,
  ToolbarButton,
} from '@fluentui/react-components';
import { BookInformationRegular } from '@fluentui/react-icons';
import { Fragment, useId } from 'react';
import { SANBORN_ABBREVIATIONS, SANBORN_COLOURS, SANBORN_SOURCES } from './sanborn-key.js';

const useStyles = makeStyles({
  surface: { width: '340px', maxWidth: 'calc(100vw - 48px)', maxHeight: 'calc(100vh - 140px)', overflowY: 'auto' },
  part: { display: 'block', margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}` },
  pairs: {
    display: 'grid',
    gridTemplateColumns: '112px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: '2px',
    margin: 0,
    alignItems: 'center',
  },
  term: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  short: { fontWeight: tokens.fontWeightSemibold },
  swatch: {
    width: '28px',
    height: '16px',
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  value: { margin: 0 },
  source: {
    display: 'block',
    marginTop: tokens.spacingVerticalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

/** What colours and abbreviations of a Sanborn map mean. */
export function LegendButton({ disabled }: { disabled: boolean }) {
  const styles = useStyles();
  const headingId = useId();
  return (
    <Popover positioning={{ position: 'below', align: 'end', autoSize: 'height' }} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <ToolbarButton
          aria-label="Legend"
          title="Legend: what colors and abbreviations mean"
          icon={<BookInformationRegular />}
          disabled={disabled}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-labelledby={headingId} tabIndex={-1}>
        <Text as="h3" id={headingId} weight="semibold" size={400}>
          Sanborn legend
        </Text>
        <Text as="h4" weight="semibold" className={styles.part}>
          Colors
        </Text>
        <dl className={styles.pairs}>
          {SANBORN_COLOURS.map(({ name, meaning, colour }) => (
            <Fragment key={name}>
              <dt className={styles.term}>
                <span className={styles.swatch} style={{ backgroundColor: colour }} aria-hidden="true" />
                {name}
              </dt>
              <dd className={styles.value}>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
        {SANBORN_ABBREVIATIONS.map(({ title, entries }) => (
          <Fragment key={title}>
            <Text as="h4" weight="semibold" className={styles.part}>
              {title}
            </Text>
            <dl className={styles.pairs}>
              {entries.map(({ short, meaning }) => (
                <Fragment key={short}>
                  <dt className={styles.short}>{short}</dt>
                  <dd className={styles.value}>{meaning}</dd>
                </Fragment>
              ))}
            </dl>
          </Fragment>
        ))}
        <span className={styles.source}>
          Keys differ between editions: the index of the volume decides. Sources:{' '}
          {SANBORN_SOURCES.map(({ title, url }, index) => (
            <Fragment key={url}>
              {index > 0 && '; '}
              <Link inline href={url} target="_blank" rel="noreferrer">
                {title}
              </Link>
            </Fragment>
          ))}
          ; the key printed in the company’s volumes.
        </span>
      </PopoverSurface>
    </Popover>
  );
}
