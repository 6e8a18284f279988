import { Button, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { MeasuredLine } from '@symbio/sheet/drawing/drawing';
import { distance } from '@symbio/sheet/geometry/geometry';
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
  unknown: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  warning: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    color: tokens.colorStatusWarningForeground3,
  },
  form: { display: 'flex', alignItems: 'flex-end', gap: tokens.spacingHorizontalS },
  field: { flexGrow: 1, minWidth: 0 },
  input: { minWidth: 0, '& input': { minWidth: 0 } },
});

interface MeasurePanelProps {
  line: MeasuredLine | null;
  scale: GroundScale | null;
  isMeasured: boolean;
  /** Why the scale is not established, as a sentence. */
  why?: string | undefined;
  mayEdit: boolean;
  /** @param feetPerPixel null removes the measured scale */
  onScale: (feetPerPixel: number | null) => void;
}

export function MeasurePanel({ line, scale, why = '', isMeasured, mayEdit, onScale }: MeasurePanelProps) {
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
        <p className={styles.note}>Click two points of the sheet, or drag from one to the other.</p>
      )}
      {scale ? (
        <p className={styles.note}>{`In feet ${scale.ground}.`}</p>
      ) : (
        <div className={styles.unknown}>
          <Text as="h3" weight="semibold" size={200} className={styles.warning}>
            <WarningRegular aria-hidden /> Scale not established
          </Text>
          {why !== '' && <p className={styles.note}>{why}</p>}
          <p className={styles.note}>{howToEstablish(mayEdit)}</p>
        </div>
      )}
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

function howToEstablish(mayEdit: boolean): string {
  return mayEdit
    ? 'Lengths are in pixels. Click both ends of the scale bar, or of anything of known length, and enter its length.'
    : 'Lengths are in pixels. Editors of the project can establish the scale.';
}
