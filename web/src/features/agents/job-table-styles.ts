import { makeStyles, tokens } from '@fluentui/react-components';
import { cardTable } from '../../components/card-table.js';
import type { JobSort } from './jobs-api.js';

export const NARROW = '@media (max-width: 1080px)';
const WIDE = '@media (min-width: 1200px)';

const { styles: base, inCard } = cardTable(NARROW);

export const useJobTableStyles = makeStyles({
  ...base,
  // fixed widths, because off-screen rows are not rendered
  table: { ...base.table, tableLayout: 'fixed' },
  headCell: {
    ...base.headCell,
    position: 'sticky',
    // height of the app header
    top: '56px',
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    // a border does not move with a sticky cell
    borderBottomStyle: 'none',
    boxShadow: `inset 0 -1px 0 ${tokens.colorNeutralStroke2}`,
    ':first-child': { padding: '0 0 0 8px', width: '48px' },
    ':nth-child(2)': { width: '96px' },
    ':nth-child(3)': { width: '150px', [WIDE]: { width: '228px' } },
    ':nth-child(4)': { width: '40%', [WIDE]: { width: '50%' } },
    ':nth-child(5)': { width: '60%', [WIDE]: { width: '50%' } },
    ':nth-child(6)': { width: '92px' },
    ':nth-child(7)': { width: '124px', [WIDE]: { width: '184px' } },
    ':last-child': { width: '180px', paddingRight: '16px' },
  },
  row: {
    ...base.row,
    ':last-child': { borderBottomStyle: 'solid' },
    [NARROW]: {
      position: 'relative',
      display: 'grid',
      // fits a date and time on one line of a phone
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: '10px 16px',
      padding: '14px 16px 14px 52px',
    },
  },
  // a group of one document: no line between its jobs
  continues: { boxShadow: `inset 3px 0 0 ${tokens.colorNeutralStroke2}` },
  again: { '& a': { color: tokens.colorNeutralForeground3 } },
  selected: { backgroundColor: tokens.colorNeutralBackground1Selected },
  cell: {
    ...base.cell,
    padding: '8px 12px',
    ':first-child': { paddingLeft: '12px' },
    ':last-child': { paddingRight: '16px' },
    [NARROW]: { ...inCard.cell, alignItems: 'flex-start', gap: '2px' },
  },
  pick: {
    padding: 0,
    ':first-child': { paddingLeft: '8px' },
    [NARROW]: {
      position: 'absolute',
      top: '8px',
      left: '6px',
      ':first-child': { paddingLeft: 0 },
      '::before': { content: 'none' },
    },
  },
  id: { whiteSpace: 'nowrap', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  type: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [WIDE]: { whiteSpace: 'nowrap' },
  },
  wide: { [NARROW]: { gridColumn: '1 / -1' } },
  document: { overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
  number: { fontVariantNumeric: 'tabular-nums', [WIDE]: { whiteSpace: 'nowrap' } },
  actions: {
    whiteSpace: 'nowrap',
    textAlign: 'right',
    [NARROW]: { gridColumn: '1 / -1', '::before': { content: 'none' } },
  },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '26px',
    padding: '2px 8px',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    '& svg': { fontSize: '18px' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    '&[aria-disabled]': { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
    [NARROW]: { minHeight: '36px', padding: '4px 12px' },
  },
  buttons: { display: 'inline-flex', justifyContent: 'flex-end', gap: '4px' },
});

export interface Column {
  label: string;
  sort?: JobSort;
}

export const COLUMNS: readonly Column[] = [
  { label: 'Job ID' },
  { label: 'Agent Type', sort: 'type' },
  { label: 'Document' },
  { label: 'Status', sort: 'status' },
  { label: 'Attempts', sort: 'current_attempts' },
  { label: 'Created', sort: 'created_at' },
];
