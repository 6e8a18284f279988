import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import type { Destination } from './destinations.js';

const useStyles = makeStyles({
  group: { marginTop: tokens.spacingVerticalM },
  title: { display: 'block', margin: 0 },
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalXS} 0 0`, padding: 0 },
  item: {
    display: 'flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '24px',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  label: { overflowWrap: 'anywhere' },
  failure: { margin: `${tokens.spacingVerticalXS} 0 0`, color: tokens.colorStatusDangerForeground1 },
  detail: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

interface DestinationListProps {
  title: string;
  destinations: readonly Destination[];
  failure?: string | undefined;
  onFollow: () => void;
}

export function DestinationList({ title, destinations, failure, onFollow }: DestinationListProps) {
  const styles = useStyles();
  if (destinations.length === 0 && failure === undefined) return null;
  return (
    <div className={styles.group}>
      <Text as="h3" weight="semibold" className={styles.title}>
        {title}
      </Text>
      {failure === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <ul className={styles.list} aria-label={title}>
        {destinations.map(({ id, label, detail, path }) => (
          <li key={id}>
            <Link className={styles.item} to={path} data-search-hit="" onClick={onFollow}>
              <span className={styles.label}>{label}</span>
              {detail && <span className={styles.detail}>{detail}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
