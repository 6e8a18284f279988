import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { PRODUCT_NAME } from '../lib/ui/product.js';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '10px', color: 'inherit' },
  word: {
    fontFamily: 'var(--symbio-font-display)',
    fontSize: '20px',
    lineHeight: '24px',
    fontWeight: 600,
    letterSpacing: '-0.01em',
  },
  large: { fontSize: '28px', lineHeight: '32px' },
});

/** Contour lines of a hill with a surveyor's flag. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#125260" />
      <path
        d="M5 21.5c4-6.5 7.5-9.5 11-9.5s7 3 11 9.5"
        fill="none"
        stroke="#fffefb"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M9.5 25.2c2.6-4.2 4.7-6.2 6.5-6.2s3.9 2 6.5 6.2"
        fill="none"
        stroke="#fffefb"
        strokeWidth="2.2"
        strokeLinecap="round"
        opacity="0.75"
      />
      <circle cx="16" cy="6.8" r="3" fill="#f0854f" />
    </svg>
  );
}

/** Below 480 px the header shows the mark only. */
export function Logo({ large = false, wordClassName }: { large?: boolean; wordClassName?: string }) {
  const styles = useStyles();
  return (
    <span className={styles.root}>
      <LogoMark size={large ? 40 : 28} />
      <span className={mergeClasses(styles.word, large && styles.large, wordClassName)}>{PRODUCT_NAME}</span>
    </span>
  );
}
