import { Field, Select } from '@fluentui/react-components';
import type { Option } from '../issue-labels.js';

interface VocabularyFieldProps<T extends string> {
  label: string;
  /** Options in display order, e.g. TYPE_OPTIONS. */
  options: readonly Option<T>[];
  value: string;
  onChange: (value: T) => void;
  disabled?: boolean;
  validationMessage?: string;
}

export function VocabularyField<T extends string>(props: VocabularyFieldProps<T>) {
  const { label, options, value, onChange, disabled, validationMessage } = props;
  return (
    <Field label={label} validationMessage={validationMessage}>
      <Select
        value={value}
        disabled={disabled}
        onChange={(_, data) => {
          const chosen = options.find(([option]) => option === data.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.some(([option]) => option === value) ? null : (
          // keeps an unknown value of a newer server selected
          <option value={value}>{value}</option>
        )}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}
