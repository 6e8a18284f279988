import { makeStyles, tokens } from '@fluentui/react-components';

export const usePanelStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: '14px', margin: 0 },
  row: { minWidth: 0 },
  name: {
    marginBottom: '2px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  value: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: '28px',
    margin: 0,
    overflowWrap: 'anywhere',
  },
  words: { minWidth: 0 },
  list: { display: 'flex', flexDirection: 'column', gap: '10px', margin: 0, padding: 0, listStyleType: 'none' },
  quiet: { color: tokens.colorNeutralForeground3 },
  stack: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '12px' },
});
