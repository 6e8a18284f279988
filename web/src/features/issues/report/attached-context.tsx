import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ContextEntry } from '../issue-records.js';
import { focusNeighbour } from '../parts/focus-neighbour.js';

const useStyles = makeStyles({
  summary: { cursor: 'pointer', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  list: { display: 'flex', flexDirection: 'column', gap: '4px', margin: '8px 0 0', padding: 0, listStyleType: 'none' },
  item: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start', columnGap: '8px' },
  name: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { display: 'block', overflowWrap: 'anywhere' },
});

interface AttachedContextProps {
  context: readonly ContextEntry[];
  onChange: (context: ContextEntry[]) => void;
}

/** The reporter can review and remove it. */
export function AttachedContext({ context, onChange }: AttachedContextProps) {
  const styles = useStyles();
  if (context.length === 0) return null;
  return (
    <details>
      <summary className={styles.summary}>{`Attached context (${context.length})`}</summary>
      <ul className={styles.list} aria-label="Attached context">
        {context.map(({ name, value }, index) => (
          // no index in the key: items keep their button and focus when another one is removed
          <li key={`${name} ${value}`} className={styles.item}>
            <span>
              <span className={styles.name}>{name}</span>
              <span className={styles.value}>{value}</span>
            </span>
            <Button
              appearance="subtle"
              size="small"
              icon={<DismissRegular />}
              aria-label={`Do not attach: ${name} ${value}`}
              onClick={(event) => {
                focusNeighbour(event.currentTarget);
                onChange(context.filter((_, at) => at !== index));
              }}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
