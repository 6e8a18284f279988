import { makeStyles, tokens } from '@fluentui/react-components';
import { addressText, distanceText, nameText } from './record-text.js';
import type { RecordHit } from './records-api.js';

const useStyles = makeStyles({
  scroll: { maxHeight: '260px', overflow: 'auto', border: `1px solid ${tokens.colorNeutralStroke2}` },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  cell: {
    padding: '3px 8px',
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  whole: { whiteSpace: 'nowrap' },
});

interface PreviewRowsProps {
  label: string;
  hits: readonly RecordHit[];
  /** Shown beside the record. */
  noteOf?: (hit: RecordHit) => string;
}

/** Every record that a decision takes. */
export function PreviewRows({ label, hits, noteOf = ({ status }) => status }: PreviewRowsProps) {
  const styles = useStyles();
  return (
    // a keyboard scrolls it
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table} aria-label={label}>
        <tbody>
          {hits.map((hit) => (
            <tr key={hit.id}>
              <td className={`${styles.cell} ${styles.whole}`}>{distanceText(hit)}</td>
              <th scope="row" className={styles.cell}>
                {nameText(hit)}
                <div>{addressText(hit)}</div>
              </th>
              <td className={styles.cell}>{hit.list}</td>
              <td className={styles.cell}>{noteOf(hit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
