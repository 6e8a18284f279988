import {
  Badge,
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { DISPOSITION_LABELS } from '@symbio/proto/labels';
import { memo, useLayoutEffect, useMemo, useRef, type RefCallback } from 'react';
import { cardRows } from '../../components/card-rows.js';
import { selectableRows } from '../../components/selectable-rows.js';
import { RowGap, useBoxList } from '../../components/long-list.js';
import { addressText, colourOf, distanceText, nameText } from './record-text.js';
import type { RecordHit } from './records-api.js';
import { isAdjoining, kindOf } from './use-decisions.js';

const useStyles = makeStyles({
  ...cardRows,
  ...selectableRows,
  scroll: {
    // the remaining window height below the tabs and filters
    maxHeight: 'max(320px, calc(100dvh - 330px))',
    overflow: 'auto',
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS}`,
    '@media (max-width: 1080px)': { maxHeight: '60dvh' },
    '@media print': { maxHeight: 'none' },
  },
  cell: { paddingTop: tokens.spacingVerticalXS, paddingBottom: tokens.spacingVerticalXS, verticalAlign: 'top' },
  distance: { width: '104px', fontVariantNumeric: 'tabular-nums' },
  list: { width: '34%' },
  under: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  marks: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  dot: {
    display: 'inline-block',
    width: '10px',
    height: '10px',
    marginInlineEnd: '6px',
    borderRadius: tokens.borderRadiusCircular,
  },
});

/** Estimates in CSS pixels. */
const ROW_HEIGHT = 58;
const HEAD_HEIGHT = 34;

export interface HitsTableProps {
  label: string;
  hits: readonly RecordHit[];
  /** Titles by list. */
  titles: ReadonlyMap<string, string>;
  selected: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  emptyText: string;
}

/** Nearest first. A click selects on the map; the name opens the record. */
export function HitsTable({ label, hits, titles, selected, onSelect, onOpen, emptyText }: HitsTableProps) {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = useMemo(() => hits.map(({ id }) => id), [hits]);
  const place = selected === null ? -1 : keys.indexOf(selected);
  const list = useBoxList(box, body, { keys, rowHeight: ROW_HEIGHT, covered: HEAD_HEIGHT, kept: place });
  const { scrollTo } = list;
  const shown = useRef<string>(null);
  useLayoutEffect(() => {
    if (place === -1 || shown.current === selected) return;
    shown.current = selected;
    scrollTo(place);
  }, [place, scrollTo, selected]);
  return (
    <div ref={box} className={styles.scroll}>
      <Table className={styles.cardTable} aria-label={label} {...(list.isLong && { 'aria-rowcount': keys.length + 1 })}>
        <TableHeader className={mergeClasses(styles.head, styles.cardHead)}>
          <TableRow>
            <TableHeaderCell className={styles.distance}>Distance</TableHeaderCell>
            <TableHeaderCell>Record</TableHeaderCell>
            <TableHeaderCell className={styles.list}>List and status</TableHeaderCell>
          </TableRow>
        </TableHeader>
        <TableBody ref={body} className={styles.cardBody}>
          {list.parts.map((part) => {
            if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={3} />;
            const hit = hits[part.index];
            return hit ? (
              <HitRow
                key={hit.id}
                hit={hit}
                title={titles.get(hit.list) ?? hit.list}
                index={part.index}
                measure={list.measure}
                isSelected={hit.id === selected}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ) : null;
          })}
          {hits.length === 0 && (
            <TableRow>
              <TableCell className={styles.none} colSpan={3}>
                {emptyText}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

interface HitRowProps extends Pick<HitsTableProps, 'onSelect' | 'onOpen'> {
  hit: RecordHit;
  title: string;
  index: number;
  measure: RefCallback<Element> | undefined;
  isSelected: boolean;
}

/** Only changed rows render. */
const HitRow = memo(function HitRow({ hit, title, index, measure, isSelected, onSelect, onOpen }: HitRowProps) {
  const styles = useStyles();
  return (
    <TableRow
      ref={measure}
      data-index={index}
      aria-rowindex={measure && index + 2}
      className={mergeClasses(styles.row, styles.cardRow, isSelected && styles.current)}
      aria-selected={isSelected}
      onClick={() => onSelect(hit.id)}
    >
      <TableCell className={mergeClasses(styles.cell, styles.distance, styles.cardCell)}>{distanceText(hit)}</TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardTitle)}>
        <button
          type="button"
          className={styles.name}
          onClick={(event) => {
            // the row would only select it
            event.stopPropagation();
            onOpen(hit.id);
          }}
        >
          {nameText(hit)}
        </button>
        <div className={styles.under}>{addressText(hit)}</div>
        <HitMarks hit={hit} />
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell)}>
        <span className={styles.dot} style={{ backgroundColor: colourOf(hit.list) }} aria-hidden="true" />
        {title}
        <div className={styles.under}>{hit.status}</div>
      </TableCell>
    </TableRow>
  );
});

export function HitMarks({ hit }: { hit: RecordHit }) {
  const styles = useStyles();
  const kind = kindOf(hit);
  return (
    <div className={styles.marks}>
      {kind !== 'undecided' && (
        <Badge appearance="filled" color={kind === 'not_relevant' ? 'subtle' : 'brand'} size="small">
          {DISPOSITION_LABELS[kind]}
        </Badge>
      )}
      {hit.disposition !== null && hit.disposition.changes.length > 0 && (
        <Badge appearance="filled" color="warning" size="small">
          The data changed since this was decided
        </Badge>
      )}
      {hit.on_property === 'on' && (
        <Badge appearance="tint" color="danger" size="small">
          On the property
        </Badge>
      )}
      {hit.on_property === 'perhaps' && (
        <Badge appearance="tint" color="warning" size="small">
          Perhaps on the property
        </Badge>
      )}
      {isAdjoining(hit) && (
        <Badge appearance="outline" color="warning" size="small">
          {hit.adjoining ? 'Adjoining' : 'Adjoining?'}
        </Badge>
      )}
      {hit.certainty === 'beyond' && (
        <Badge appearance="outline" color="informative" size="small">
          Beyond adjoining
        </Badge>
      )}
      {hit.site !== null && (
        <Badge appearance="outline" color="informative" size="small">
          {`Site ${hit.site}`}
        </Badge>
      )}
    </div>
  );
}
