import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';

interface DeliveryDateProps {
  label: string;
  hint?: string;
  className: string;
  /** Empty for none. */
  value: string;
  readOnly: boolean;
  onSave: (day: string | null) => void;
}

/** A year that is being typed passes 0002, 0020 and 0202. */
const hasWholeYear = (day: string): boolean => day === '' || day >= '1000';

/** Saves each whole date at once, and keeps the typed one until the focus leaves. */
export function DeliveryDate({ label, hint, className, value, readOnly, onSave }: DeliveryDateProps) {
  const [draft, setDraft] = useState<string>();
  const [isShort, setShort] = useState(false);
  return (
    <Field
      className={className}
      label={label}
      hint={hint}
      validationMessage={isShort ? 'Enter the year with four digits. This date is not saved.' : undefined}
    >
      <Input
        type="date"
        max="9999-12-31"
        value={draft ?? value}
        readOnly={readOnly}
        onChange={(_, { value: day }) => {
          setDraft(day);
          setShort(false);
          if (hasWholeYear(day)) onSave(day || null);
        }}
        onBlur={() => {
          const isWhole = hasWholeYear(draft ?? '');
          setShort(!isWhole);
          if (isWhole) setDraft(undefined);
        }}
      />
    </Field>
  );
}
