import { Field, Select } from '@fluentui/react-components';
import type { Option } from '../issue-labels.js';

interface VocabularyFieldProps<T extends string> {
  label: string;
  /** What there is to choose from, in order: TYPE_OPTIONS and the like. */
  options: readonly Option<T>[];
  value: string;
  onChange: (value: T) => void;
  disabled?: boolean;
  validationMessage?: string;
}

/** One of the words of a vocabulary: type, severity or status. */
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
          // a word of a newer server stays chosen until another one is
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
