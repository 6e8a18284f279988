import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { LocationRegular } from '@fluentui/react-icons';
import type { Place } from '@symbio/georeference';
import { RouterLink } from '../../components/router-link.js';
import type { Box } from '../../map/mercator.js';
import type { MapDot, MapSheet } from './map-data.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '32px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  dot: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusCircular,
  },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface SheetListProps {
  projectId: string;
  sheets: readonly MapSheet[];
  /** Of the year that the map shows. */
  isShown: (sheet: MapSheet) => boolean;
  /** Absent where there is no map. */
  onFit?: (box: Box) => void;
}

/** All placed sheets, oldest first: the map for those who do not see it. */
export function SheetList({ projectId, sheets, isShown, onFit }: SheetListProps) {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label="Sheets on the map">
      {sheets.map((sheet) => {
        const { placed, name, drawn } = sheet;
        const href = `/projects/${projectId}/documents/${placed.document_id}?page=${placed.page_id}&placing=1`;
        return (
          <li key={placed.page_id} className={styles.row}>
            <span className={styles.name}>
              <RouterLink to={href}>{name}</RouterLink>{' '}
              <span className={styles.muted}>
                {isShown(sheet) ? placed.state_text : `${placed.state_text}, later than the chosen year`}
              </span>
            </span>
            {onFit && drawn && (
              <Button
                size="small"
                appearance="subtle"
                icon={<LocationRegular />}
                aria-label={`Go to ${name} on the map`}
                title={`Go to ${name} on the map`}
                onClick={() => onFit(drawn.box)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DotListProps {
  title: string;
  /** Of its dots on the map. */
  colour: string;
  dots: readonly MapDot[];
  /** Absent where there is no map. */
  onGo?: (place: Place) => void;
}

export function DotList({ title, colour, dots, onGo }: DotListProps) {
  const styles = useStyles();
  if (dots.length === 0) return null;
  return (
    <section aria-label={`${title} on the map`}>
      <Text as="h2" weight="semibold">
        <span className={styles.dot} style={{ backgroundColor: colour }} aria-hidden="true" />
        {`${title} (${dots.length})`}
      </Text>
      <ul className={styles.list}>
        {dots.map(({ id, name, href, longitude, latitude }) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>
              <RouterLink to={href}>{name}</RouterLink>
            </span>
            {onGo && (
              <Button
                size="small"
                appearance="subtle"
                icon={<LocationRegular />}
                aria-label={`Go to ${name} on the map`}
                title={`Go to ${name} on the map`}
                onClick={() => onGo({ longitude, latitude })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
