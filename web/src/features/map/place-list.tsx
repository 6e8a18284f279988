import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LocationRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { RouterLink } from '../../components/router-link.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '32px' },
  tall: { minHeight: '44px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  below: { display: 'block' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export interface ListedPlace {
  id: string;
  name: string;
  href: string;
  facts?: ReactNode;
  /** Absent where there is no map, or no place on it. */
  onGo?: (() => void) | undefined;
}

interface PlaceListProps {
  label?: string;
  places: readonly ListedPlace[];
  /** Facts have a line of their own. */
  isTall?: boolean;
}

/** What a map shows, for those who do not see it. */
export function PlaceList({ label, places, isTall = false }: PlaceListProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label}>
      {places.map(({ id, name, href, facts, onGo }) => (
        <li key={id} className={mergeClasses(styles.row, isTall && styles.tall)}>
          <span className={styles.name}>
            <RouterLink to={href}>{name}</RouterLink>{' '}
            {facts !== undefined && <span className={mergeClasses(styles.facts, isTall && styles.below)}>{facts}</span>}
          </span>
          {onGo && (
            <Button
              size="small"
              appearance="subtle"
              icon={<LocationRegular />}
              aria-label={`Go to ${name} on the map`}
              title={`Go to ${name} on the map`}
              onClick={onGo}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
