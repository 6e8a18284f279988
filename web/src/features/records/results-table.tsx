import { Badge, Link, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { COVERAGE_AREA_LABELS } from '@symbio/proto/labels';
import { useMemo } from 'react';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { AGE_WORDS, ageOf } from '../../evidence/list-age.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { colourOf, searchedText } from './record-text.js';
import type { ListCount, RecordSearch } from './records-api.js';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  head: {
    padding: '8px 6px',
    textAlign: 'end',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    verticalAlign: 'bottom',
  },
  cell: {
    padding: '5px 6px',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  text: { textAlign: 'start', ':first-child': { paddingInlineStart: '16px' } },
  title: { fontWeight: tokens.fontWeightRegular },
  whole: { whiteSpace: 'nowrap' },
  none: { color: tokens.colorNeutralForeground3 },
  some: { fontWeight: tokens.fontWeightSemibold },
  link: { display: 'inline', fontSize: 'inherit', textAlign: 'start' },
  dot: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: '6px',
    borderRadius: tokens.borderRadiusCircular,
  },
  badge: { marginInlineStart: '4px' },
});

const COUNTS = [
  ['on', 'On'],
  ['perhaps_on', 'Perhaps on'],
  ['adjoining', COVERAGE_AREA_LABELS.adjoining],
  ['within', 'Within'],
  ['beyond', 'Beyond adjoining'],
  ['orphans', 'Unplaced'],
] as const satisfies readonly (readonly [keyof ListCount, string])[];

interface ResultsTableProps {
  search: RecordSearch;
  dataSets: readonly DataSet[];
  onList: (list: string) => void;
}

const isSearched = ({ is_loaded: loaded, is_reported: reported }: ListCount): boolean => loaded || reported;

/** One row for each list of the search, those that no data covers last. */
export function ResultsTable({ search, dataSets, onList }: ResultsTableProps) {
  const styles = useStyles();
  const dates = useMemo(() => datesByList(search, dataSets), [search, dataSets]);
  const counts = search.counts.toSorted((a, b) => Number(isSearched(b)) - Number(isSearched(a)));
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Results by list">
        <thead>
          <tr>
            {['List', 'Distance', 'Data of'].map((column) => (
              <th key={column} scope="col" className={mergeClasses(styles.head, styles.text)}>
                {column}
              </th>
            ))}
            {COUNTS.map(([, column]) => (
              <th key={column} scope="col" className={styles.head}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => (
            <tr key={count.list}>
              <th scope="row" className={mergeClasses(styles.cell, styles.text, styles.title)}>
                <span className={styles.dot} style={{ backgroundColor: colourOf(count.list) }} aria-hidden="true" />
                {count.within > 0 ? (
                  <Link as="button" className={styles.link} onClick={() => onList(count.list)}>
                    {count.title}
                  </Link>
                ) : (
                  count.title
                )}
              </th>
              <td className={mergeClasses(styles.cell, styles.text, styles.whole)}>{searchedText(count)}</td>
              {isSearched(count) ? (
                <>
                  <td className={mergeClasses(styles.cell, styles.text, styles.whole)}>
                    {count.is_loaded ? <DataDates dates={dates.get(count.list) ?? []} /> : null}
                    {count.is_reported ? <div>Radius report</div> : null}
                  </td>
                  {COUNTS.map(([key]) => (
                    <td key={key} className={mergeClasses(styles.cell, count[key] > 0 ? styles.some : styles.none)}>
                      {count[key].toLocaleString('en-US')}
                    </td>
                  ))}
                </>
              ) : (
                <td className={mergeClasses(styles.cell, styles.text, styles.none)} colSpan={COUNTS.length + 1}>
                  Not searched: no list is loaded.
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Agency dates of the editions that a search read, by list; null where none is known. */
export function datesByList(
  { data }: Pick<RecordSearch, 'data'>,
  dataSets: readonly DataSet[],
): ReadonlyMap<string, (string | null)[]> {
  const found = new Map<string, (string | null)[]>();
  for (const { data_set_id: id, version_id: versionId, agency_date: date } of data) {
    const version = dataSets.find((each) => each.id === id)?.versions.find((each) => each.id === versionId);
    for (const [list, count] of Object.entries(version?.lists ?? {}))
      if (count > 0) found.set(list, [...(found.get(list) ?? []), date]);
  }
  return found;
}

function DataDates({ dates }: { dates: readonly (string | null)[] }) {
  const styles = useStyles();
  if (dates.length === 0) return <span className={styles.none}>Deleted list</span>;
  return dates.map((date, at) => {
    if (date === null) return <div key={at}>Not given</div>;
    const { text, warning } = ageOf(date);
    return (
      <div key={at}>
        {dateOnly(date)}
        {warning ? (
          <Tooltip content={AGE_WORDS[warning]} relationship="description">
            <Badge
              className={styles.badge}
              size="small"
              appearance="tint"
              color={warning === 'old' ? 'danger' : 'warning'}
            >
              {text}
            </Badge>
          </Tooltip>
        ) : null}
      </div>
    );
  });
}
