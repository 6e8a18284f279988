import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import type { ClipboardEvent, Dispatch } from 'react';
import { coordinateOf, fieldsOfPlace } from './feature-form.js';
import { readingText, parsePastedCoordinates } from './pasted-coordinates.js';
import type { PastedCoordinates, PlaceField } from './pasted-coordinates.js';
import { doubtAbout, type FilledPlace, type Reference } from './place-check.js';
import type { FormAction, FormState } from './form-state.js';

const useStyles = makeStyles({
  place: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
  origin: { marginTop: `calc(-1 * ${tokens.spacingVerticalXS})`, color: tokens.colorNeutralForeground3 },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
});

const LABELS = { latitude: 'Latitude', longitude: 'Longitude' } as const;

interface PlaceFieldsProps {
  state: Pick<FormState, 'fields' | 'errors' | 'pasted'>;
  filled: FilledPlace | null;
  reference: Reference | null;
  isReadOnly: boolean;
  dispatch: Dispatch<FormAction>;
  /** Buttons, one of which had focus, disappear. */
  onReadingChosen: () => void;
}

/** Asks about a far place that is near with another sign or order: `-73.94, 40.78`. */
function withNearReadings(place: PastedCoordinates, reference: Reference | null): PastedCoordinates {
  if (place.kind !== 'read') return place;
  const { latitude = '', longitude = '' } = place.reading;
  const read = coordinateOf({ latitude, longitude });
  const doubt = read && doubtAbout(read, reference);
  if (!doubt || doubt.meant.length === 0) return place;
  return { kind: 'ask', readings: [...doubt.meant.map(fieldsOfPlace), place.reading] };
}

/** Pasting a place fills both fields and asks if it is ambiguous. */
export function PlaceFields({ state, filled, reference, isReadOnly, dispatch, onReadingChosen }: PlaceFieldsProps) {
  const styles = useStyles();
  const { fields, errors, pasted } = state;
  const onPaste = (into: PlaceField) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const place = withNearReadings(parsePastedCoordinates(text, into), reference);
    if (isReadOnly || place.kind === 'none') return;
    event.preventDefault();
    dispatch({ kind: 'pasted', text, place });
  };
  const start = filled && fieldsOfPlace(filled.coordinate);
  const isFilled = filled && fields.latitude === start?.latitude && fields.longitude === start.longitude;
  return (
    <>
      <div className={styles.place}>
        {(['latitude', 'longitude'] as const).map((name) => (
          <Field key={name} label={LABELS[name]} required validationMessage={errors[name]}>
            <Input
              inputMode="decimal"
              onPaste={onPaste(name)}
              value={fields[name]}
              readOnly={isReadOnly}
              onChange={(_, { value }) => dispatch({ kind: 'edited', changes: { [name]: value } })}
            />
          </Field>
        ))}
      </div>
      {isFilled && !isReadOnly && (
        <Text size={200} className={styles.origin}>
          {`${filled.origin} Correct them if you know better.`}
        </Text>
      )}
      {isFilled && !isReadOnly && filled.advice !== undefined && (
        <Text size={200} className={styles.origin}>
          {filled.advice}
        </Text>
      )}
      {pasted && (
        <MessageBar intent="warning" layout="multiline" role="alert">
          <MessageBarBody>
            {`“${pasted.text}” can be read in more than one way. Which place is meant?`}
            <div className={styles.choices}>
              {pasted.readings.map((reading) => (
                <Button
                  key={readingText(reading)}
                  size="small"
                  onClick={() => {
                    dispatch({ kind: 'readingChosen', reading });
                    onReadingChosen();
                  }}
                >
                  {readingText(reading)}
                </Button>
              ))}
              <Button size="small" appearance="subtle" onClick={() => dispatch({ kind: 'readingsDismissed' })}>
                None of these
              </Button>
            </div>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}
