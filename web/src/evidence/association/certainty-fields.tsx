import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { USE_TYPES } from '@symbio/proto/feature/vocabulary';
import { DEFAULT_USE_TYPE } from './feature-form.js';
import type { FeatureForm, FeatureFormErrors } from './feature-form.js';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
});

interface CertaintyFieldsProps {
  fields: Pick<FeatureForm, 'useType' | 'confidence'>;
  errors: FeatureFormErrors;
  isReadOnly: boolean;
  onChange: (changes: Partial<FeatureForm>) => void;
}

/** Use type and confidence of the statement (D-72). */
export function CertaintyFields({ fields, errors, isReadOnly, onChange }: CertaintyFieldsProps) {
  const styles = useStyles();
  return (
    <div className={styles.fields}>
      <Field label="Use Type">
        <Select
          value={fields.useType}
          disabled={isReadOnly}
          onChange={(_, { value }) =>
            onChange({ useType: USE_TYPES.find((type) => type === value) ?? DEFAULT_USE_TYPE })
          }
        >
          {USE_TYPES.map((type) => (
            <option key={type} value={type}>
              {type.charAt(0).toUpperCase() + type.slice(1)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Confidence, 0 to 10" validationMessage={errors.confidence}>
        <Input
          type="number"
          min={0}
          max={10}
          step={0.5}
          value={fields.confidence}
          readOnly={isReadOnly}
          onChange={(_, { value }) => onChange({ confidence: value })}
        />
      </Field>
    </div>
  );
}
