import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    columnGap: '24px',
    rowGap: '12px',
    marginBottom: '20px',
    // a button may appear once permissions are known
    '@media (max-width: 600px)': { minHeight: '40px' },
  },
  words: { minWidth: 0, flexGrow: 1, flexBasis: '280px' },
  // a short title shares its row with the buttons, on phones too
  alone: { flexBasis: 'auto' },
  eyebrow: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    marginBottom: '2px',
  },
  title: {
    fontFamily: 'var(--symbio-font-display)',
    fontSize: '28px',
    lineHeight: '36px',
    fontWeight: 600,
    letterSpacing: '-0.012em',
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    ':focus': { outlineStyle: 'none' },
    '@media (max-width: 600px)': { fontSize: '24px', lineHeight: '30px' },
  },
  subtitle: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    marginTop: '4px',
    maxWidth: '72ch',
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
});

export interface PageHeaderProps {
  title: string;
  /** Above the title, such as a project number. */
  eyebrow?: ReactNode;
  subtitle?: ReactNode;
  /** At the right end. */
  actions?: ReactNode;
  className?: string;
}

/** The only h1. */
export function PageHeader({ title, eyebrow, subtitle, actions, className }: PageHeaderProps) {
  const styles = useStyles();
  return (
    <header className={mergeClasses(styles.root, className)}>
      <div className={mergeClasses(styles.words, !subtitle && styles.alone)}>
        {eyebrow ? <div className={styles.eyebrow}>{eyebrow}</div> : null}
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
