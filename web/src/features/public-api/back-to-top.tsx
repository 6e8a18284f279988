import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUpRegular } from '@fluentui/react-icons';
import { useSyncExternalStore } from 'react';

/** Pixels (CONST-14). */
export const BACK_TO_TOP_PX = 400;

const useStyles = makeStyles({
  // in the page margin; without a margin on the left, where no control is
  root: {
    position: 'fixed',
    right: '24px',
    bottom: '24px',
    zIndex: 9,
    minWidth: '40px',
    height: '40px',
    boxShadow: tokens.shadow8,
    '@media (max-width: 1240px)': { right: 'auto', left: '16px', bottom: '16px' },
  },
});

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

const isFarDown = (): boolean => window.scrollY > BACK_TO_TOP_PX;

/** SET-14 */
export function BackToTop() {
  const styles = useStyles();
  const shown = useSyncExternalStore(subscribeToScroll, isFarDown);
  if (!shown) return null;
  return (
    <Button
      className={styles.root}
      icon={<ArrowUpRegular />}
      shape="circular"
      aria-label="Back to top"
      title="Back to top"
      onClick={() => {
        window.scrollTo({ top: 0 });
        // the button disappears, so move focus
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
      }}
    />
  );
}
