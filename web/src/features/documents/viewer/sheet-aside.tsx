import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode, RefObject } from 'react';

const NARROW = '@media (max-width: 1100px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  // always present in wide windows: appearing on selection would move the sheet under the pointer
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
    // half of the sheet stays visible
    [PHONE]: { width: '100%', maxHeight: '50%', boxSizing: 'border-box' },
  },
  closed: { [NARROW]: { display: 'none' } },
  // during review the panel does not overlap the sheet
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
  /** Whether an overlaying panel has nothing to show. */
  isClosed: boolean;
  children: ReactNode;
}

/** Beside the sheet, or over it in narrow windows. */
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
