import { mergeClasses } from '@fluentui/react-components';
import { useMemo, useRef, type ReactNode, type RefCallback } from 'react';
import { RowGap, usePageList } from './long-list.js';

/** Where a row stands, for its `tr`. */
export interface RowPlace {
  index: number;
  /** Given while only the rows in view are drawn. */
  measure: RefCallback<Element> | undefined;
}

interface LongTableProps<T> {
  /** What it is called by screen readers. */
  label: string;
  columns: readonly string[];
  items: readonly T[];
  /** The same function at every drawing, and a key of its own for each item. */
  keyOf: (item: T) => string;
  /** Pixels of a row before it is measured. */
  rowHeight: number;
  styles: Record<'table' | 'long' | 'head' | 'headCell' | 'body', string>;
  className?: string | undefined;
  row: (item: T, place: RowPlace) => ReactNode;
}

/** A table whose rows are cards in narrow windows, and of which those in view are drawn where there are many. */
export function LongTable<T>({ label, columns, items, keyOf, rowHeight, styles, className, row }: LongTableProps<T>) {
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const body = useRef<HTMLTableSectionElement>(null);
  const list = usePageList(body, { keys, rowHeight });
  return (
    // display is changed for narrow windows, which takes the roles of table elements away: hence they are spelled out
    <table
      role="table"
      className={mergeClasses(styles.table, className, list.isLong && styles.long)}
      aria-label={label}
      {...(list.isLong && { 'aria-rowcount': keys.length + 1 })}
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className={styles.headCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup" className={styles.body}>
        {list.parts.map((part) => {
          if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={columns.length} />;
          const item = items[part.index];
          return item === undefined ? null : row(item, { index: part.index, measure: list.measure });
        })}
      </tbody>
    </table>
  );
}
