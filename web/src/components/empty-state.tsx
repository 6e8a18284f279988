import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: '8px',
    padding: '40px 24px',
  },
  drawing: { color: 'var(--symbio-contour)', marginBottom: '8px' },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { color: tokens.colorNeutralForeground3, maxWidth: '52ch' },
  action: { marginTop: '12px' },
});

export function ContourDrawing({ width = 120 }: { width?: number }) {
  return (
    <svg width={width} viewBox="0 0 120 64" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 44c10-26 34-38 58-34s48 14 54 32-22 20-54 20S-4 64 4 44Z" />
      <path d="M18 43c8-19 27-28 45-25s36 10 40 22-16 15-40 15-51 2-45-12Z" />
      <path d="M34 42c6-12 18-18 30-16s23 6 26 14-10 10-26 10-33 0-30-8Z" />
      <path d="M49 40c3-6 9-9 15-8s12 3 13 7-5 5-13 5-17 0-15-4Z" />
    </svg>
  );
}

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <span className={styles.drawing}>
        <ContourDrawing />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
