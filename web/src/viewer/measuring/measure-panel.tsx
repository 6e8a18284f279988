import { Button, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { MeasuredLine } from '../edits/drawing.js';
import { distance } from '../sheet/geometry.js';
import { lengthText, measuredScale } from './ground-scale.js';
import type { GroundScale } from './ground-scale.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  length: { fontSize: tokens.fontSizeBase500, fontVariantNumeric: 'tabular-nums' },
  note: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  form: { display: 'flex', alignItems: 'flex-end', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  input: { minWidth: 0, '& input': { minWidth: 0 } },
});

interface MeasurePanelProps {
  line: MeasuredLine | null;
  scale: GroundScale | null;
  isMeasured: boolean;
  mayEdit: boolean;
  /** @param feetPerPixel null removes the measured scale */
  onScale: (feetPerPixel: number | null) => void;
}

/** Shows the ground length of a line and the scale in use; entering a known length sets the scale. */
export function MeasurePanel({ line, scale, isMeasured, mayEdit, onScale }: MeasurePanelProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const pixels = line ? distance(line.from, line.to) : 0;
  const save = () => {
    const feetPerPixel = measuredScale(pixels, typed);
    if (feetPerPixel === null) {
      setError('A length in feet, like 100');
      return;
    }
    setTyped('');
    setError('');
    onScale(feetPerPixel);
  };
  return (
    <section className={styles.root} aria-label="Measuring" data-testid="measuring">
      <Text as="h2" weight="semibold">
        Measuring
      </Text>
      {line ? (
        <Text className={styles.length} role="status">
          {lengthText(pixels, scale)}
        </Text>
      ) : (
        <p className={styles.note}>Drag from one point of the sheet to another.</p>
      )}
      <p className={styles.note}>{scale ? `In feet ${scale.ground}.` : unknownScale(mayEdit)}</p>
      {line && mayEdit && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Field
            label="Length of this line in feet"
            size="small"
            className={styles.field}
            validationMessage={error === '' ? undefined : error}
          >
            <Input
              size="small"
              className={styles.input}
              inputMode="decimal"
              value={typed}
              onChange={(_, { value }) => {
                setTyped(value);
                setError('');
              }}
            />
          </Field>
          <Button size="small" type="submit" appearance={scale ? 'secondary' : 'primary'}>
            Set scale
          </Button>
        </form>
      )}
      {isMeasured && mayEdit && (
        <Button size="small" onClick={() => onScale(null)}>
          Remove the measured scale
        </Button>
      )}
    </section>
  );
}

function unknownScale(mayEdit: boolean): string {
  return mayEdit
    ? 'The scale of this sheet is not known. Draw a line along its scale bar, or along anything of known length, and enter its length.'
    : 'The scale of this sheet is not known, so lengths are in pixels of the picture. Editors of the project can set it.';
}
