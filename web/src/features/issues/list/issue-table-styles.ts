import { makeStyles, tokens } from '@fluentui/react-components';
import { cardTable } from '../../../components/card-table.js';

/** Narrower windows would leave too little space for the title. */
export const NARROW = '@media (max-width: 1080px)';

const { styles: base, inCard } = cardTable(NARROW);

export const useIssueTableStyles = makeStyles({
  ...base,
  row: {
    ...base.row,
    ':focus-within': { backgroundColor: tokens.colorNeutralBackground1Hover },
    [NARROW]: {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
      gap: '12px 16px',
      padding: '16px',
    },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  cell: { ...base.cell, whiteSpace: 'nowrap', [NARROW]: { ...inCard.cell, alignItems: 'flex-start' } },
  choice: {
    width: '1%',
    ':first-child': { paddingLeft: '12px' },
    paddingRight: 0,
    [NARROW]: { position: 'absolute', top: '6px', left: '4px', '::before': { content: 'none' } },
  },
  titleCell: {
    minWidth: '240px',
    width: '46%',
    whiteSpace: 'normal',
    // between the checkbox and the menu in the corners
    [NARROW]: { ...inCard.title, display: 'block', padding: '0 36px 0 32px' },
  },
  bare: { [NARROW]: { paddingLeft: 0 } },
  key: {
    marginRight: '8px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  title: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusSmall,
  },
  link: {
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    marginTop: '2px',
    maxWidth: '72ch',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  labels: { marginTop: '6px' },
  removed: { marginTop: '4px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  created: { fontVariantNumeric: 'tabular-nums' },
  actions: {
    width: '1%',
    [NARROW]: {
      position: 'absolute',
      top: '10px',
      right: '8px',
      width: 'auto',
      '::before': { content: 'none' },
    },
  },
  // labelled button, so not absolutely positioned in a card
  restore: { [NARROW]: { position: 'static' } },
});
