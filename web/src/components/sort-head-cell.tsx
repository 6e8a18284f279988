import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({
  sort: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    margin: '-4px -6px',
    padding: '4px 6px',
    font: 'inherit',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  sorted: { color: tokens.colorNeutralForeground1 },
  icon: { display: 'inline-flex', width: '14px', fontSize: '14px' },
});

type Sorted = 'asc' | 'desc' | undefined;

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/** Arrow when active. */
export function SortHeadCell(props: { label: string; sorted: Sorted; onSort: () => void; className: string }) {
  const styles = useStyles();
  const { label, sorted, onSort, className } = props;
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={ARIA_SORT[sorted ?? 'none']}>
      <button type="button" className={mergeClasses(styles.sort, sorted && styles.sorted)} onClick={onSort}>
        {label}
        <span className={styles.icon} aria-hidden="true">
          {sorted === 'asc' && <ArrowUpRegular />}
          {sorted === 'desc' && <ArrowDownRegular />}
        </span>
      </button>
    </th>
  );
}
