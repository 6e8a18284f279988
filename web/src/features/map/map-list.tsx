import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Place } from '@symbio/georeference';
import type { Box } from '../../map/mercator.js';
import type { MapDot, MapSheet } from './map-data.js';
import { PlaceList } from './place-list.js';

const useStyles = makeStyles({
  dot: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusCircular,
  },
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
  return (
    <PlaceList
      label="Sheets on the map"
      places={sheets.map((sheet) => {
        const { placed, name, drawn } = sheet;
        return {
          ...{ id: placed.page_id, name },
          href: `/projects/${projectId}/documents/${placed.document_id}?page=${placed.page_id}&placing=1`,
          facts: isShown(sheet) ? placed.state_text : `${placed.state_text}, later than the chosen year`,
          onGo: onFit && drawn ? () => onFit(drawn.box) : undefined,
        };
      })}
    />
  );
}

interface DotListProps {
  title: string;
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
      <PlaceList
        places={dots.map(({ id, name, href, longitude, latitude }) => ({
          ...{ id, name, href },
          onGo: onGo && (() => onGo({ longitude, latitude })),
        }))}
      />
    </section>
  );
}
