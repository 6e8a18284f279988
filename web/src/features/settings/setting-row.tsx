import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '24px',
    padding: '14px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none', paddingBottom: 0 },
    ':first-child': { paddingTop: 0 },
    '@media (max-width: 600px)': { alignItems: 'flex-start', gap: '12px' },
  },
  title: { fontWeight: tokens.fontWeightSemibold },
  text: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    marginTop: '2px',
  },
  control: { flexShrink: 0 },
});

export function SettingRow({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div>
        <div id={id} className={styles.title}>
          {title}
        </div>
        {text ? <div className={styles.text}>{text}</div> : null}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
