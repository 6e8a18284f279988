import { mergeClasses } from '@fluentui/react-components';
import { useMemo, useRef, type ReactNode, type RefCallback } from 'react';
import { RowGap, usePageList } from './long-list.js';

export interface RowPlace {
  index: number;
  /** Only while virtualised. */
  measure: RefCallback<Element> | undefined;
}

interface LongTableProps<T> {
  label: string;
  columns: readonly string[];
  items: readonly T[];
  /** Stable; unique per item. */
  keyOf: (item: T) => string;
  /** Estimate in pixels. */
  rowHeight: number;
  styles: Record<'table' | 'long' | 'head' | 'headCell' | 'body', string>;
  className?: string | undefined;
  row: (item: T, place: RowPlace) => ReactNode;
}

/** Rows become cards in narrow windows. */
export function LongTable<T>({ label, columns, items, keyOf, rowHeight, styles, className, row }: LongTableProps<T>) {
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const body = useRef<HTMLTableSectionElement>(null);
  const list = usePageList(body, { keys, rowHeight });
  return (
    // explicit roles: changing `display` for narrow windows removes the native ones
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
