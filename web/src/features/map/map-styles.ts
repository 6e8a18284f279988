import { makeStyles, tokens } from '@fluentui/react-components';

const NARROW = '@media (max-width: 900px)';

/** A map that fills the screen, with a panel beside it, or below it on narrow windows. */
export const useMapStyles = makeStyles({
  root: { display: 'flex', flexGrow: 1, minHeight: 0, [NARROW]: { flexDirection: 'column', overflowY: 'auto' } },
  map: { position: 'relative', display: 'flex', flexGrow: 1, minWidth: 0, [NARROW]: { minHeight: '60vh' } },
  side: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalM,
    width: '340px',
    boxSizing: 'border-box',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '& > *': { flexShrink: 0 },
    [NARROW]: { width: 'auto', overflowY: 'visible' },
  },
});
