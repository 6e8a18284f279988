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
  },
  words: { minWidth: 0, flexGrow: 1, flexBasis: '280px' },
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
  /** A short line above the title, e.g. a project number. */
  eyebrow?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons at the right end. */
  actions?: ReactNode;
  className?: string;
}

/** The heading of a screen: its only h1, with what can be done on the screen beside it. */
export function PageHeader({ title, eyebrow, subtitle, actions, className }: PageHeaderProps) {
  const styles = useStyles();
  return (
    <header className={mergeClasses(styles.root, className)}>
      <div className={styles.words}>
        {eyebrow ? <div className={styles.eyebrow}>{eyebrow}</div> : null}
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
