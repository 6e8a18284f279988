import type { GriffelStyle } from '@fluentui/react-components';

const PHONE = '@media (max-width: 600px)';

/**
 * Styles that make cards of the rows of a Fluent table on a phone, to spread into `makeStyles`: what identifies a row takes a
 * line of its own, the rest stands below it side by side. Columns have no heads there.
 */
export const cardRows = {
  cardTable: { [PHONE]: { display: 'block', minWidth: 0 } },
  cardBody: { [PHONE]: { display: 'block' } },
  /** Of a head that has nothing but names of columns in it. */
  cardHead: { [PHONE]: { display: 'none' } },
  cardRow: {
    [PHONE]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4px', padding: '8px 4px' },
  },
  cardCell: { [PHONE]: { display: 'block', flexGrow: 0, width: 'auto', height: 'auto', padding: '2px 6px' } },
  cardTitle: {
    [PHONE]: {
      display: 'block',
      flexGrow: 1,
      // beside a checkbox, where there is one
      flexBasis: 'calc(100% - 56px)',
      minWidth: 0,
      maxWidth: 'none',
      width: 'auto',
      height: 'auto',
      padding: '2px 6px',
    },
  },
  /** Of rows that are picked: the box stands beside all the rest, which begins below its title. */
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
