import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: 'var(--symbio-shadow-sheet)',
    minWidth: 0,
  },
  padded: { padding: '20px 24px', '@media (max-width: 600px)': { padding: '16px' } },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '16px',
    marginBottom: '16px',
    '@media (max-width: 600px)': { flexWrap: 'wrap' },
  },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginTop: '2px' },
});

export interface SheetProps extends Omit<ComponentPropsWithoutRef<'section'>, 'title'> {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** False for tables that fill the sheet. */
  padded?: boolean;
}

/** Paper-like surface. */
export function Sheet({ title, note, actions, padded = true, className, children, ...rest }: SheetProps) {
  const styles = useStyles();
  return (
    <section className={mergeClasses(styles.root, padded && styles.padded, className)} aria-label={title} {...rest}>
      {title ? (
        <div className={styles.head}>
          <div>
            <h2 className={styles.title}>{title}</h2>
            {note ? <p className={styles.note}>{note}</p> : null}
          </div>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}
