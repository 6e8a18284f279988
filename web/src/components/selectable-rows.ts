import { tokens, type GriffelStyle } from '@fluentui/react-components';

/** Rows of a scrolling Fluent table: a click selects one, and its name is a button that opens it. */
export const selectableRows = {
  head: { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  row: { cursor: 'pointer' },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected, boxShadow: 'inset 3px 0 0 var(--symbio-flag)' },
  name: {
    padding: 0,
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  none: { color: tokens.colorNeutralForeground3, textAlign: 'center', padding: '24px' },
} as const satisfies Record<string, GriffelStyle>;
