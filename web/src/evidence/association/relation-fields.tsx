import { Field, Input, makeStyles, Radio, RadioGroup, Select, tokens } from '@fluentui/react-components';
import { DIRECTIONS, RELATIONS, type Direction, type Relation } from '@symbio/proto/feature/vocabulary';
import { DIRECTION_NAMES, RELATION_NAMES } from '../relations.js';
import { isOffProperty } from './feature-form.js';
import type { FeatureForm, FeatureFormErrors } from './feature-form.js';

const useStyles = makeStyles({
  choices: {
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  off: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
});

interface RelationFieldsProps {
  fields: Pick<FeatureForm, 'relation' | 'direction' | 'distanceFt'>;
  errors: FeatureFormErrors;
  isReadOnly: boolean;
  onChange: (changes: Partial<FeatureForm>) => void;
}

const isOneOf = <Of extends string>(list: readonly Of[], value: string): Of | '' =>
  list.find((each) => each === value) ?? '';

/** First question of an assessment: where is it, seen from the property? */
export function RelationFields({ fields, errors, isReadOnly, onChange }: RelationFieldsProps) {
  const styles = useStyles();
  return (
    <>
      <Field label="Relation to the property">
        <RadioGroup
          className={styles.choices}
          layout="horizontal"
          value={fields.relation}
          disabled={isReadOnly}
          onChange={(_, { value }) => onChange({ relation: isOneOf<Relation>(RELATIONS, value) })}
        >
          {RELATIONS.map((relation) => (
            <Radio key={relation} value={relation} label={RELATION_NAMES[relation]} />
          ))}
        </RadioGroup>
      </Field>
      {isOffProperty(fields) && (
        <div className={styles.off}>
          <Field label="Direction from the property">
            <Select
              value={fields.direction}
              disabled={isReadOnly}
              onChange={(_, { value }) => onChange({ direction: isOneOf<Direction>(DIRECTIONS, value) })}
            >
              <option value="">Not stated</option>
              {DIRECTIONS.map((direction) => (
                <option key={direction} value={direction}>
                  {DIRECTION_NAMES[direction]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Distance, feet" validationMessage={errors.distanceFt}>
            <Input
              inputMode="numeric"
              value={fields.distanceFt}
              readOnly={isReadOnly}
              onChange={(_, { value }) => onChange({ distanceFt: value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
