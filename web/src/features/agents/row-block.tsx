import { startTransition, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Job } from './job-records.js';
import { COLUMNS, useJobTableStyles } from './job-table-styles.js';

/** Rows that are drawn, or left out, together. */
const BLOCK_ROWS = 10;
/** How far above and below the window rows are drawn, in CSS pixels. */
const DRAWN_AROUND_PX = 1_200;
/** Height of a row that was never drawn, in CSS pixels. */
const ROW_PX = 57;

/** Rows in blocks, counted from the end: a job that comes in at the top leaves the blocks below it as they are. */
export function blocksOf(jobs: readonly Job[]): Job[][] {
  const blocks: Job[][] = [];
  for (let end = jobs.length; end > 0; end -= BLOCK_ROWS)
    blocks.unshift(jobs.slice(Math.max(0, end - BLOCK_ROWS), end));
  return blocks;
}

interface RowBlockProps {
  rows: number;
  startsDrawn: boolean;
  children: () => ReactNode;
}

/**
 * Some rows that follow each other. Far from the window an empty row of their height stands for them: a thousand drawn rows
 * made scrolling stumble. A block that holds the focus stays.
 */
export function RowBlock({ rows, startsDrawn, children }: RowBlockProps) {
  const styles = useJobTableStyles();
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  // without an observer (tests) every row is drawn
  const [isDrawn, setDrawn] = useState(startsDrawn || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const body = bodyRef.current;
    if (!body || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        if (!entry.isIntersecting) {
          if (body.contains(document.activeElement)) return;
          setHeight(entry.boundingClientRect.height);
        }
        // drawn in slices, between which the browser scrolls
        startTransition(() => setDrawn(entry.isIntersecting));
      },
      { rootMargin: `${DRAWN_AROUND_PX}px 0px` },
    );
    observer.observe(body);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={bodyRef} role="rowgroup" className={styles.body}>
      {isDrawn ? (
        children()
      ) : (
        <tr role="presentation" className={styles.gap}>
          <td
            role="presentation"
            colSpan={COLUMNS.length + 2}
            className={styles.gap}
            style={{ height: height ?? rows * ROW_PX }}
          />
        </tr>
      )}
    </tbody>
  );
}
