import type { Reference } from '@symbio/api/reference';
import { Accordion, Link, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { Sheet } from '../../components/sheet.js';
import { foundGroups, operationOfAnchor } from './operation-search.js';
import { OperationDetails } from './operation-details.js';
import { Prose } from './prose.js';
import { countText } from '../../lib/ui/formats.js';

const useStyles = makeStyles({
  about: {
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase400,
    maxWidth: '84ch',
    whiteSpace: 'pre-line',
    marginBottom: '10px',
  },
  search: { width: '100%', maxWidth: '420px', marginTop: '8px' },
  contents: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '6px 20px',
    listStyleType: 'none',
    margin: '14px 0 0',
    padding: 0,
  },
  count: { color: tokens.colorNeutralForeground3, marginLeft: '4px', fontVariantNumeric: 'tabular-nums' },
  found: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginTop: '8px' },
  group: { scrollMarginTop: '80px' },
  groupText: { color: tokens.colorNeutralForeground3, marginBottom: '8px', maxWidth: '76ch' },
});

/** CONST-17: the document counts a list and its filters as one. */
const SPECIFIED_OPERATIONS = 37;

/** Taken literally if not validly encoded. */
function anchorIn(hash: string): string {
  const written = hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

const anchorOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');

export function OperationsSection({ reference }: { reference: Reference }) {
  const styles = useStyles();
  const { hash, key } = useLocation();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string[]>([]);
  const groups = foundGroups(reference, search);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);

  useEffect(() => {
    const anchor = anchorIn(hash);
    if (anchor === '') return;
    const operation = operationOfAnchor(reference, anchor);
    if (operation) {
      setSearch('');
      setOpen((before) => [...new Set([...before, operation.id])]);
    }
    // after rendering, which the browser's own anchor scrolling precedes
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(anchor) ?? (operation ? document.getElementById(operation.id) : null);
      target?.scrollIntoView?.();
      target?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
    // `key` changes each time the same link is followed
  }, [hash, key, reference]);

  return (
    <>
      <Sheet id="operations" title="Operations" className={styles.group}>
        <Prose className={styles.about} text={reference.about} />
        <p className={styles.about}>
          Version 0.2.0 has {SPECIFIED_OPERATIONS} operations, counting all requests for one kind of list as one; this
          page lists each method and path separately, with those added since: {reference.count}.
        </p>
        <SearchBox
          className={styles.search}
          placeholder="Search operations and fields"
          aria-label="Search operations and fields"
          value={search}
          onChange={(_, { value }) => setSearch(value)}
        />
        <p className={styles.found} role="status">
          {search.trim() === '' ? '' : `${countText(count, 'operation')} found`}
        </p>
        <ul className={styles.contents}>
          {groups.map(({ name, operations }) => (
            <li key={name}>
              <Link href={`#${anchorOf(name)}`}>{name}</Link>
              <span className={styles.count}>{operations.length}</span>
            </li>
          ))}
        </ul>
        {groups.length === 0 ? <EmptyState title="No operation has all of these words." /> : null}
      </Sheet>
      {groups.map(({ name, description, operations }) => (
        <Sheet key={name} id={anchorOf(name)} title={name} className={styles.group}>
          <p className={styles.groupText}>{description}</p>
          <Accordion
            multiple
            collapsible
            openItems={open}
            onToggle={(_, { value }) =>
              setOpen((before) =>
                before.includes(String(value)) ? before.filter((id) => id !== value) : [...before, String(value)],
              )
            }
          >
            {operations.map((operation) => (
              <OperationDetails key={operation.id} operation={operation} prefix={reference.prefix} />
            ))}
          </Accordion>
        </Sheet>
      ))}
    </>
  );
}
