import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, Text, tokens } from '@fluentui/react-components';
import { QuestionCircleRegular } from '@fluentui/react-icons';
import { Fragment, useId, type ReactElement } from 'react';
import { BarSign, MarkSign } from './progress-cells.js';

const useStyles = makeStyles({
  surface: { width: '400px', maxWidth: 'calc(100vw - 48px)', maxHeight: 'calc(100vh - 140px)', overflowY: 'auto' },
  part: { display: 'block', margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}` },
  pairs: {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'center',
    margin: 0,
  },
  meaning: { margin: 0 },
  text: { display: 'block', color: tokens.colorNeutralForeground2 },
});

interface Sign {
  sign: ReactElement;
  meaning: string;
}

const SIGNS: readonly (readonly [title: string, text: string, signs: readonly Sign[]])[] = [
  [
    'Data',
    'Four bars, from the left: historic, agency and user-provided documents, and processed pages. “Historic 3/4” means that 3 of 4 documents need no more work.',
    [
      { sign: <BarSign state="empty" />, meaning: 'Nothing yet' },
      { sign: <BarSign state="partial" />, meaning: 'Some work is left: classify, process or read' },
      { sign: <BarSign state="full" />, meaning: 'No work is left' },
    ],
  ],
  [
    'Site reconn, Insights, Report',
    '“To review” counts proposals of agents without a decision; “to link” counts mentions without a feature.',
    [
      { sign: <MarkSign mark="empty" />, meaning: 'Not started' },
      { sign: <MarkSign mark="half" />, meaning: 'Started: visits planned, annotations made, or a report begun' },
      {
        sign: <MarkSign mark="full" />,
        meaning: 'Done: visits have findings, every mention has a feature, the project is completed',
      },
    ],
  ],
  [
    'Set up, Sign & send',
    'The bar shows how much of the setup is filled in, with the day of creation. Sign & send shows the due date, in color and words from 7 days before it.',
    [],
  ],
];

/** What the pictograms of the list mean. */
export function ProjectLegend() {
  const styles = useStyles();
  const headingId = useId();
  return (
    <Popover positioning={{ position: 'below', align: 'end', autoSize: 'height' }} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<QuestionCircleRegular />}>
          What do these signs mean?
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-labelledby={headingId} tabIndex={-1}>
        <Text as="h2" id={headingId} weight="semibold" size={400}>
          What the signs mean
        </Text>
        {SIGNS.map(([title, text, signs]) => (
          <Fragment key={title}>
            <Text as="h3" weight="semibold" className={styles.part}>
              {title}
            </Text>
            <Text className={styles.text}>{text}</Text>
            <dl className={styles.pairs}>
              {signs.map(({ sign, meaning }) => (
                <Fragment key={meaning}>
                  <dt>{sign}</dt>
                  <dd className={styles.meaning}>{meaning}</dd>
                </Fragment>
              ))}
            </dl>
          </Fragment>
        ))}
      </PopoverSurface>
    </Popover>
  );
}
