import type { Field, Shape } from '@symbio/api/reference';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Prose } from './prose.js';

const useStyles = makeStyles({
  root: { listStyleType: 'none', margin: 0, padding: 0 },
  field: {
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '10px' },
  name: { fontFamily: tokens.fontFamilyMonospace, fontWeight: tokens.fontWeightSemibold },
  old: { textDecorationLine: 'line-through' },
  type: { fontFamily: tokens.fontFamilyMonospace, color: tokens.colorNeutralForeground3 },
  required: { color: 'var(--symbio-flag-text)' },
  note: { color: tokens.colorNeutralForeground2, marginTop: '2px' },
  word: {
    fontFamily: tokens.fontFamilyMonospace,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusSmall,
    padding: '0 4px',
    marginRight: '4px',
    display: 'inline-block',
  },
  inside: { marginTop: '6px', paddingLeft: '12px', borderLeft: `2px solid ${tokens.colorNeutralStroke2}` },
  summary: {
    cursor: 'pointer',
    color: tokens.colorBrandForegroundLink,
    width: 'fit-content',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

function Inside({ name, shape }: { name: string; shape: Shape }) {
  const styles = useStyles();
  return (
    <details className={styles.inside}>
      <summary className={styles.summary}>Fields of {shape.name ?? name}</summary>
      <FieldList fields={shape.fields} />
    </details>
  );
}

function FieldItem({ field }: { field: Field }) {
  const styles = useStyles();
  const { name, type, required, deprecated, description, limits, values, shapes } = field;
  return (
    <li className={styles.field}>
      <div className={styles.head}>
        <span className={mergeClasses(styles.name, deprecated && styles.old)}>{name}</span>
        <span className={styles.type}>{type}</span>
        {required ? <span className={styles.required}>required</span> : null}
        {deprecated ? <span className={styles.type}>deprecated</span> : null}
      </div>
      {values.length > 0 ? (
        <div className={styles.note}>
          One of{' '}
          {values.map((value) => (
            <span key={value} className={styles.word}>
              {value}
            </span>
          ))}
        </div>
      ) : null}
      {limits.length > 0 ? <div className={styles.note}>{limits.join(', ')}</div> : null}
      {description ? <Prose className={styles.note} text={description} /> : null}
      {shapes.map((shape, at) => (
        <Inside key={shape.name ?? at} name={name} shape={shape} />
      ))}
    </li>
  );
}

/** Nested objects expand individually. */
export function FieldList({ fields, label }: { fields: readonly Field[]; label?: string }) {
  const styles = useStyles();
  return (
    <ul className={styles.root} aria-label={label}>
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} />
      ))}
    </ul>
  );
}
