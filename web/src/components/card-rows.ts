import type { GriffelStyle } from '@fluentui/react-components';

const PHONE = '@media (max-width: 600px)';

/**
 * Rows of a Fluent table become cards on phones: the identifying cell takes a full line, the others follow side by
 * side.
 */
export const cardRows = {
  cardTable: { [PHONE]: { display: 'block', minWidth: 0 } },
  cardBody: { [PHONE]: { display: 'block' } },
  cardHead: { [PHONE]: { display: 'none' } },
  cardRow: {
    [PHONE]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4px', padding: '8px 4px' },
  },
  cardCell: { [PHONE]: { display: 'block', flexGrow: 0, width: 'auto', height: 'auto', padding: '2px 6px' } },
  cardTitle: {
    [PHONE]: {
      display: 'block',
      flexGrow: 1,
      // leaves room for a checkbox
      flexBasis: 'calc(100% - 56px)',
      minWidth: 0,
      maxWidth: 'none',
      width: 'auto',
      height: 'auto',
      padding: '2px 6px',
    },
  },
  /** The checkbox is beside the content, which starts below its title. */
  cardPicked: { [PHONE]: { position: 'relative', paddingInlineStart: '48px' } },
  cardPick: {
    [PHONE]: {
      position: 'absolute',
      top: '4px',
      insetInlineStart: '4px',
      display: 'block',
      width: 'auto',
      height: 'auto',
      padding: 0,
    },
  },
  cardPickedTitle: { [PHONE]: { flexBasis: '100%' } },
} as const satisfies Record<string, GriffelStyle>;
