import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode, RefObject } from 'react';

const NARROW = '@media (max-width: 1100px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  // always there on wide windows: a panel that came with a selection would move the sheet under the pointer
  root: {
    flexShrink: 0,
    width: '272px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: {
      position: 'absolute',
      insetInlineEnd: 0,
      bottom: 0,
      width: 'min(100%, 320px)',
      maxHeight: '55%',
      overflowY: 'auto',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderStartStartRadius: tokens.borderRadiusLarge,
      boxShadow: tokens.shadow16,
    },
    // half of the sheet stays in sight above it
    // what is under the round button can be scrolled from under it
    [PHONE]: { width: '100%', maxHeight: '50%', paddingBottom: '64px', boxSizing: 'border-box' },
  },
  closed: { [NARROW]: { display: 'none' } },
  // what is judged must be seen: while proposals are reviewed the panel covers nothing of the sheet
  reviewing: {
    [NARROW]: {
      position: 'static',
      width: '272px',
      maxHeight: 'none',
      border: 'none',
      borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: 0,
      boxShadow: 'none',
    },
    [PHONE]: {
      width: '100%',
      maxHeight: '48%',
      borderLeft: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
});

interface SheetAsideProps {
  ref: RefObject<HTMLElement | null>;
  isReviewing: boolean;
  /** Whether it has nothing to show where it would lie over the sheet. */
  isClosed: boolean;
  children: ReactNode;
}

/** The place of the panel of annotations: beside the sheet, and over it where there is no room. */
export function SheetAside({ ref, isReviewing, isClosed, children }: SheetAsideProps) {
  const styles = useStyles();
  return (
    <aside
      ref={ref}
      className={mergeClasses(styles.root, isReviewing && styles.reviewing, isClosed && styles.closed)}
      aria-label="Annotations"
    >
      {children}
    </aside>
  );
}
