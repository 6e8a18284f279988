import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { ClipboardEvent, Dispatch } from 'react';
import { readingText, parsePastedCoordinates } from './pasted-coordinates.js';
import type { PlaceField } from './pasted-coordinates.js';
import type { FormAction, FormState } from './form-state.js';

const useStyles = makeStyles({
  place: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
});

const LABELS = { latitude: 'Latitude', longitude: 'Longitude' } as const;

interface PlaceFieldsProps {
  state: Pick<FormState, 'fields' | 'errors' | 'pasted'>;
  isReadOnly: boolean;
  dispatch: Dispatch<FormAction>;
  /** The buttons, one of which had focus, disappear. */
  onReadingChosen: () => void;
}

/** Pasting a place fills both fields and asks if it is ambiguous. */
export function PlaceFields({ state, isReadOnly, dispatch, onReadingChosen }: PlaceFieldsProps) {
  const styles = useStyles();
  const { fields, errors, pasted } = state;
  const onPaste = (into: PlaceField) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const place = parsePastedCoordinates(text, into);
    if (isReadOnly || place.kind === 'none') return;
    event.preventDefault();
    dispatch({ kind: 'pasted', text, place });
  };
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
