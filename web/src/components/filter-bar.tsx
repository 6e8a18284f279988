import { Button, makeStyles, mergeClasses, SearchBox, tokens } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';

const NARROW = '@media (max-width: 760px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  inSheet: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [PHONE]: { padding: tokens.spacingHorizontalM },
  },
  above: { marginBottom: tokens.spacingVerticalM },
  search: {
    flexGrow: 1,
    // the dashboard's bar fits in one row of a laptop window, even with the clear button
    flexBasis: '200px',
    minWidth: 0,
    maxWidth: '360px',
    // beside the button that opens the filters
    [NARROW]: { maxWidth: 'none', flexBasis: '60%', minWidth: 0 },
  },
  toggle: { display: 'none', [NARROW]: { display: 'inline-flex', order: 1, whiteSpace: 'nowrap' } },
  closed: { [NARROW]: { display: 'none' } },
  selects: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '& > *': { minWidth: '116px', maxWidth: '260px' },
    // two per row, full width
    [NARROW]: {
      order: 2,
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      width: '100%',
      '& > *': { minWidth: 0, maxWidth: 'none' },
      '& > :only-child': { gridColumn: '1 / -1' },
    },
  },
});

interface FilterBarProps {
  label?: string;
  place: 'in-sheet' | 'above';
  children: ReactNode;
}

export function FilterBar({ label, place, children }: FilterBarProps) {
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.root, place === 'in-sheet' ? styles.inSheet : styles.above)}
      role="search"
      aria-label={label}
    >
      {children}
    </div>
  );
}

interface FilterSearchProps {
  /** Accessible name and default placeholder. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

export function FilterSearch({ label, placeholder = label, value, onChange }: FilterSearchProps) {
  const styles = useStyles();
  return (
    <SearchBox
      className={styles.search}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(_, data) => onChange(data.value)}
    />
  );
}

interface FilterSelectsProps {
  active?: number;
  children: ReactNode;
}

/**
 * One row; in narrow windows a collapsible grid of two columns. Other controls use order 1 (beside the button) or 3
 * (below the selects).
 */
export function FilterSelects({ active = 0, children }: FilterSelectsProps) {
  const styles = useStyles();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={styles.toggle}
        icon={<FilterRegular />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <div id={id} className={mergeClasses(styles.selects, !open && styles.closed)}>
        {children}
      </div>
    </>
  );
}
