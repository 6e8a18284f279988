import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import type { Place } from '@symbio/georeference';
import { useState } from 'react';
import {
  parsePastedCoordinates,
  readingText,
  type PlaceReading,
} from '../../evidence/association/pasted-coordinates.js';
import { parseCoordinate } from '../../evidence/evidence-api.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'flex-end', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
});

const UNREADABLE = 'Type a latitude and a longitude, such as 40.7856, -73.9457.';

function placeOfReading({ latitude, longitude }: PlaceReading): Place | null {
  return latitude === undefined || longitude === undefined
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Places that a text can mean: decimal degrees, degrees with minutes and seconds, or `(longitude,latitude)` (FEAT-18). */
export function placesOfText(text: string): Place[] {
  const stored = parseCoordinate(text);
  if (stored && Math.abs(stored.latitude) <= 90 && Math.abs(stored.longitude) <= 180) return [stored];
  const read = parsePastedCoordinates(text, 'latitude');
  const readings = read.kind === 'read' ? [read.reading] : read.kind === 'ask' ? read.readings : [];
  return readings.map(placeOfReading).filter((place) => place !== null);
}

export function TypedPlace({ onPlace }: { onPlace: (place: Place) => void }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState<readonly Place[]>([]);
  const take = (place: Place) => {
    setText('');
    setChoices([]);
    onPlace(place);
  };
  const read = () => {
    const places = placesOfText(text);
    const [only] = places;
    if (places.length === 1 && only) take(only);
    else if (places.length > 1) setChoices(places);
    else setProblem(UNREADABLE);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <div className={styles.row}>
        <Field className={styles.field} label="Latitude and longitude" size="small" validationMessage={problem}>
          <Input
            value={text}
            placeholder="40.7856, -73.9457"
            onChange={(_, { value }) => {
              setText(value);
              setProblem(undefined);
              setChoices([]);
            }}
          />
        </Field>
        <Button type="submit" size="small">
          Use
        </Button>
      </div>
      {choices.length > 0 && (
        <div className={styles.choices} role="group" aria-label="Which place is meant?">
          {choices.map((place) => {
            const name = readingText({ latitude: String(place.latitude), longitude: String(place.longitude) });
            return (
              <Button key={name} size="small" onClick={() => take(place)}>
                {name}
              </Button>
            );
          })}
        </div>
      )}
    </form>
  );
}
