import { tokens, type GriffelStyle } from '@fluentui/react-components';

/** Its name is above its content. */
const CARD_CELL = {
  padding: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: '4px',
  minWidth: 0,
  ':first-child': { paddingLeft: 0 },
  ':last-child': { paddingRight: 0 },
  '::before': {
    content: 'attr(data-label)',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorNeutralForeground3,
  },
} as const satisfies GriffelStyle;

/** Full width, without a name. */
const CARD_TITLE = {
  gridColumn: '1 / -1',
  width: 'auto',
  minWidth: 0,
  '::before': { content: 'none' },
} as const satisfies GriffelStyle;

/**
 * Rows become cards in narrow windows; each table arranges its cells itself. `data-label` names a cell.
 * @returns `styles`, and the `inCard` rules of cells for extension
 */
export const cardTable = (narrow: `@media ${string}`) => ({
  inCard: { cell: CARD_CELL, title: CARD_TITLE },
  styles: {
    table: {
      width: '100%',
      borderCollapse: 'collapse',
      fontSize: tokens.fontSizeBase300,
      transitionProperty: 'opacity',
      transitionDuration: tokens.durationNormal,
      [narrow]: { display: 'block' },
    },
    // while other rows are loading
    stale: { opacity: 0.55 },
    head: { [narrow]: { display: 'none' } },
    body: { [narrow]: { display: 'block' } },
    headCell: {
      textAlign: 'left',
      padding: '10px 12px',
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground3,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      whiteSpace: 'nowrap',
      ':first-child': { paddingLeft: '24px' },
      ':last-child': { paddingRight: '24px' },
    },
    row: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}`, ':last-child': { borderBottomStyle: 'none' } },
    cell: {
      padding: '12px',
      verticalAlign: 'middle',
      ':first-child': { paddingLeft: '24px' },
      ':last-child': { paddingRight: '24px' },
      [narrow]: CARD_CELL,
    },
  } satisfies Record<string, GriffelStyle>,
});
