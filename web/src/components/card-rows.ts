import type { GriffelStyle } from '@fluentui/react-components';

const PHONE = '@media (max-width: 600px)';

/**
 * `makeStyles` rules that turn rows of a Fluent table into cards on phones: the identifying cell takes a full line, the
 * others follow side by side. No column headers.
 */
export const cardRows = {
  cardTable: { [PHONE]: { display: 'block', minWidth: 0 } },
  cardBody: { [PHONE]: { display: 'block' } },
  /** Header row that contains only column names. */
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
  /** Selectable rows: the checkbox is beside the content, which starts below its title. */
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
