import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Pixel, Place } from '@symbio/georeference';
import { useFindCrossingsQuery } from '../../evidence/streets-api.js';
import { placeOfStreet, type NamedPlace } from './typed-place.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

interface LikelyCrossingsProps {
  pageId: string;
  /** Clicked on the sheet, without a place yet. */
  pixel: Pixel;
  /** Where the other points put it. */
  near: Place | null;
  onPlace: (place: NamedPlace) => void;
}

/** Crossings that a clicked pixel may show; one click instead of typing its name. */
export function LikelyCrossings({ pageId, pixel, near, onPlace }: LikelyCrossingsProps) {
  const styles = useStyles();
  // a failure only leaves the other ways
  const { currentData: places } = useFindCrossingsQuery({ pageId, pixel, near });
  if (!places) return null;
  if (places.length === 0) return <Text size={200}>No crossing was found here. Type its place instead.</Text>;
  return (
    <div className={styles.root} role="group" aria-label="Is it one of these crossings?">
      <Text size={200}>Is it one of these?</Text>
      {places.map((place) => (
        <Button
          key={`${place.latitude} ${place.longitude}`}
          size="small"
          title={`${place.latitude.toFixed(6)}, ${place.longitude.toFixed(6)}`}
          onClick={() => onPlace(placeOfStreet(place))}
        >
          {place.name}
        </Button>
      ))}
    </div>
  );
}
