import { Field, Input, makeStyles, Select } from '@fluentui/react-components';
import { exact } from '../../lib/ui/formats.js';

const PRESETS = [30, 90, 365] as const;
const DAY_MS = 86_400_000;

/** Fixed when chosen, so a retry sends the same timestamp. */
export interface KeyEnd {
  /** `never`, `day`, or a number of days. */
  choice: string;
  /** RFC 3339; absent for never, or without a date. */
  at?: string;
}

export const NEVER: KeyEnd = { choice: 'never' };

const useStyles = makeStyles({ stack: { display: 'flex', flexDirection: 'column', gap: '8px' } });

const endOf = (choice: string): KeyEnd =>
  choice === 'never' || choice === 'day'
    ? { choice }
    : { choice, at: new Date(Date.now() + Number(choice) * DAY_MS).toISOString() };

/** Local time; undefined for incomplete input. */
function endOfDay(day: string): string | undefined {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export function EndField({
  end,
  onChange,
  validationMessage,
}: {
  end: KeyEnd;
  onChange: (end: KeyEnd) => void;
  validationMessage?: string;
}) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <Field
        label="Ends"
        hint={end.at ? `The key stops working at ${exact(end.at)}.` : undefined}
        validationMessage={end.choice === 'day' ? undefined : validationMessage}
      >
        <Select value={end.choice} onChange={(_, data) => onChange(endOf(data.value))}>
          <option value="never">Never</option>
          {PRESETS.map((days) => (
            <option key={days} value={days}>
              {days === 365 ? 'In a year' : `In ${days} days`}
            </option>
          ))}
          <option value="day">After a date that I choose</option>
        </Select>
      </Field>
      {end.choice === 'day' ? (
        <Field label="Last day" required validationMessage={validationMessage}>
          <Input type="date" onChange={(_, data) => onChange({ choice: 'day', at: endOfDay(data.value) })} />
        </Field>
      ) : null}
    </div>
  );
}
