import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import type { Place } from '@symbio/georeference';
import type { PointSource } from '@symbio/proto/document/vocabulary';
import { useState } from 'react';
import {
  parsePastedCoordinates,
  readingText,
  type PlaceReading,
} from '../../evidence/association/pasted-coordinates.js';
import { parseCoordinate } from '../../evidence/evidence-api.js';
import { useLazyFindStreetPlacesQuery, type StreetPlace } from '../../evidence/streets-api.js';
import { apiErrorOf, changeRefusal } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'flex-end', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
});

const UNREADABLE =
  'Type a crossing such as E 98th St & 2nd Ave, an address such as 111 Market St, or coordinates such as 40.7856, -73.9457.';
const UNKNOWN = 'The street lines of this project have no such crossing or address.';

export interface NamedPlace {
  at: Place;
  source: PointSource;
  /** Empty for coordinates. */
  name: string;
}

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

const typed = (at: Place): NamedPlace => ({ at, source: 'typed', name: '' });

export const placeOfStreet = ({ name, kind, longitude, latitude }: StreetPlace): NamedPlace => ({
  at: { longitude, latitude },
  source: kind === 'crossing' ? 'crossing' : 'typed',
  name,
});

const textOf = ({ name, at }: NamedPlace): string =>
  name || readingText({ latitude: String(at.latitude), longitude: String(at.longitude) });

/** Takes a crossing or an address of the project's street lines, or coordinates. */
export function TypedPlace({ onPlace }: { onPlace: (place: NamedPlace) => void }) {
  const styles = useStyles();
  const { project } = useProject();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState<readonly NamedPlace[]>([]);
  const [find, { isFetching }] = useLazyFindStreetPlacesQuery();
  const take = (place: NamedPlace) => {
    setText('');
    setChoices([]);
    onPlace(place);
  };
  const offer = (places: readonly NamedPlace[], otherwise: string) => {
    const [only] = places;
    if (places.length === 1 && only) take(only);
    else if (places.length > 1) setChoices(places);
    else setProblem(otherwise);
  };
  const read = () => {
    const places = placesOfText(text);
    if (places.length > 0) offer(places.map(typed), UNREADABLE);
    else if (text.trim() === '') setProblem(UNREADABLE);
    else
      find({ projectId: project.id, text: text.trim() })
        .unwrap()
        .then(
          (named) => offer(named.map(placeOfStreet), UNKNOWN),
          (error: unknown) => setProblem(apiErrorOf(error).fields['q'] ? UNREADABLE : changeRefusal(error)),
        );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFetching) read();
      }}
    >
      <div className={styles.row}>
        <Field
          className={styles.field}
          label="Crossing, address or coordinates"
          size="small"
          validationMessage={problem}
        >
          <Input
            value={text}
            placeholder="E 98th St & 2nd Ave, or 40.7856, -73.9457"
            readOnly={isFetching}
            onChange={(_, { value }) => {
              setText(value);
              setProblem(undefined);
              setChoices([]);
            }}
          />
        </Field>
        <Button type="submit" size="small" disabledFocusable={isFetching}>
          Use
        </Button>
      </div>
      {choices.length > 0 && (
        <div className={styles.choices} role="group" aria-label="Which place is meant?">
          {choices.map((place) => (
            <Button
              key={`${place.at.latitude} ${place.at.longitude}`}
              size="small"
              title={`${place.at.latitude.toFixed(6)}, ${place.at.longitude.toFixed(6)}`}
              onClick={() => take(place)}
            >
              {textOf(place)}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}
