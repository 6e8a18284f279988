import {
  Button,
  Checkbox,
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { MapRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode, Ref, RefCallback } from 'react';
import type { HistoryStatus } from '@symbio/proto/feature/vocabulary';
import { cardRows } from '../../components/card-rows.js';
import { ConfidenceMark } from '../../components/confidence-badge.js';
import { medium, NO_VALUE } from '../../lib/ui/formats.js';
import type { MentionRecord } from '../../evidence/evidence-api.js';
import { StatusBadge } from './badges.js';
import { LandUseLabels } from './land-use-labels.js';

const useStyles = makeStyles({
  ...cardRows,
  scroll: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}` },
  // fixed widths, because only some rows are rendered
  table: { minWidth: '640px' },
  pick: { width: '36px', paddingInlineStart: 0, paddingInlineEnd: 0 },
  // a checkbox above cards needs a visible label
  pickWords: { display: 'none', '@media (max-width: 600px)': { display: 'inline', whiteSpace: 'nowrap' } },
  short: { width: '92px' },
  date: { width: '116px' },
  group: { backgroundColor: tokens.colorNeutralBackground3 },
  place: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightSemibold,
  },
  groupCell: { paddingTop: tokens.spacingVerticalXS, paddingBottom: tokens.spacingVerticalXS },
  narrative: { minWidth: '240px', paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalXS },
  words: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  reason: { overflowWrap: 'anywhere', fontStyle: 'italic' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    marginTop: '2px',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  who: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: '2px',
    overflowWrap: 'anywhere',
  },
  past: { color: tokens.colorNeutralForeground3 },
});

interface Picking {
  state: boolean | 'mixed';
  onAll: (isPicked: boolean) => void;
}

/** A larger colspan would add an invisible column that takes width. */
export const columnsOf = (picks: boolean): number => (picks ? 6 : 5);

interface MentionsTableProps {
  tableRef: Ref<HTMLTableElement>;
  /** For virtualized tables. */
  rowCount?: number;
  picking?: Picking;
  /** Table bodies: one per mention, or one for all. */
  children: ReactNode;
}

/** FEAT-22 */
export function MentionsTable({ tableRef, rowCount, picking, children }: MentionsTableProps) {
  const styles = useStyles();
  return (
    <div className={styles.scroll}>
      <Table
        ref={tableRef}
        className={mergeClasses(styles.table, styles.cardTable)}
        aria-label="Mentions"
        aria-rowcount={rowCount}
      >
        <TableHeader className={picking ? styles.cardBody : styles.cardHead}>
          <TableRow>
            {picking && (
              <TableHeaderCell className={styles.pick}>
                <Checkbox
                  aria-label="Pick all"
                  label={<span className={styles.pickWords}>Pick all</span>}
                  checked={picking.state}
                  onChange={(_, { checked }) => picking.onAll(checked === true)}
                />
              </TableHeaderCell>
            )}
            <TableHeaderCell className={styles.cardHead}>Narrative</TableHeaderCell>
            <TableHeaderCell className={mergeClasses(styles.short, styles.cardHead)}>Confidence</TableHeaderCell>
            <TableHeaderCell className={mergeClasses(styles.short, styles.cardHead)}>Use type</TableHeaderCell>
            <TableHeaderCell className={mergeClasses(styles.short, styles.cardHead)}>Status</TableHeaderCell>
            <TableHeaderCell className={mergeClasses(styles.date, styles.cardHead)}>Created</TableHeaderCell>
          </TableRow>
        </TableHeader>
        {children}
      </Table>
    </div>
  );
}

interface InList {
  index: number;
  measure: RefCallback<Element> | undefined;
}

export function MentionGroupBody(props: InList & { title: string; children: ReactNode }) {
  const { title, index, measure, children } = props;
  const styles = useStyles();
  return (
    <TableBody
      ref={measure}
      data-index={index}
      className={styles.cardBody}
      aria-label={title}
      data-testid="mention-group"
    >
      <TableRow className={mergeClasses(styles.group, styles.cardRow)}>
        <TableCell className={mergeClasses(styles.groupCell, styles.cardTitle)} colSpan={columnsOf(false)}>
          {title}
        </TableCell>
      </TableRow>
      {children}
    </TableBody>
  );
}

interface PlaceRowProps extends InList {
  /** "at 111 Market St", "in this building" */
  place: string;
  count: number;
  columns: number;
  isBusy: boolean;
  /** Absent for read-only users. */
  onAccept?: () => void;
  onAssociate?: () => void;
}

/** Above the proposals about one place. */
export function PlaceRow({ place, count, columns, index, measure, isBusy, onAccept, onAssociate }: PlaceRowProps) {
  const styles = useStyles();
  return (
    <TableRow
      ref={measure}
      data-index={index}
      aria-rowindex={measure && index + 2}
      className={mergeClasses(styles.group, styles.cardRow)}
      data-testid="place-group"
    >
      <TableCell className={mergeClasses(styles.groupCell, styles.cardTitle)} colSpan={columns}>
        <div className={styles.place}>
          {`${count} proposals ${place}`}
          {onAccept && (
            <Button size="small" disabledFocusable={isBusy} onClick={onAccept}>
              {`Accept ${count}`}
            </Button>
          )}
          {onAssociate && (
            <Button size="small" disabledFocusable={isBusy} onClick={onAssociate}>
              {`Associate ${count}...`}
            </Button>
          )}
        </div>
      </TableCell>
    </TableRow>
  );
}

export interface RowAction {
  label: string;
  icon: ReactElement;
  title?: string;
  onClick: () => void;
}

interface MentionRowProps {
  said: Pick<MentionRecord, 'narrative' | 'confidence' | 'use_type' | 'created_at'>;
  status: HistoryStatus;
  /** Author. */
  who?: string;
  /** Reason of the record, what ended it, and its source. */
  why?: readonly (string | null)[];
  landUse?: string | null;
  annotationId: string;
  onOpen: (annotationId: string) => void;
  actions?: readonly RowAction[];
  /** Absent for rows of a group. */
  inList?: InList;
  /** Absent without bulk selection. */
  pick?: { isPicked: boolean; isDisabled: boolean; onPick: (isPicked: boolean) => void };
}

export function MentionRow(props: MentionRowProps) {
  const { said, status, who, why = [], landUse = null, annotationId, onOpen, actions = [], inList, pick } = props;
  const styles = useStyles();
  const restoreFocus = useRestoreFocusTarget();
  return (
    <TableRow
      ref={inList?.measure}
      data-index={inList?.index}
      // after the header
      aria-rowindex={inList?.measure && inList.index + 2}
      className={mergeClasses(styles.cardRow, pick && styles.cardPicked, status !== 'active' && styles.past)}
    >
      {pick && (
        <TableCell className={mergeClasses(styles.pick, styles.cardPick)}>
          <Checkbox
            aria-label={`Pick: ${said.narrative ?? 'finding'}`}
            checked={pick.isPicked}
            disabled={pick.isDisabled}
            onChange={(_, { checked }) => pick.onPick(checked === true)}
          />
        </TableCell>
      )}
      <TableCell className={mergeClasses(styles.narrative, styles.cardTitle, pick && styles.cardPickedTitle)}>
        {/* a rejection reason is not a description */}
        <div className={status === 'rejected' ? styles.reason : styles.words}>
          {said.narrative ? said.narrative : NO_VALUE}
        </div>
        <div className={styles.who}>
          {[who, ...why].filter(Boolean).join(' · ')}
          {landUse && (
            <>
              {[who, ...why].some(Boolean) && ' · '}
              Suggested land use: <LandUseLabels values={[landUse]} />
            </>
          )}
        </div>
        <div className={styles.foot}>
          <Button
            {...restoreFocus}
            size="small"
            appearance="subtle"
            icon={<MapRegular />}
            disabled={annotationId === ''}
            title={annotationId === '' ? 'The annotation was deleted' : undefined}
            onClick={() => onOpen(annotationId)}
          >
            View on sheet
          </Button>
          {actions.map(({ label, ...action }) => (
            <Button key={label} {...restoreFocus} {...action} data-row-action={label} size="small" appearance="subtle">
              {label}
            </Button>
          ))}
        </div>
      </TableCell>
      <TableCell className={styles.cardCell}>
        {said.confidence === null ? NO_VALUE : <ConfidenceMark confidence={said.confidence} />}
      </TableCell>
      <TableCell className={styles.cardCell}>{said.use_type ? said.use_type : NO_VALUE}</TableCell>
      <TableCell className={styles.cardCell}>
        <StatusBadge status={status} />
      </TableCell>
      <TableCell className={styles.cardCell}>{medium(said.created_at)}</TableCell>
    </TableRow>
  );
}
