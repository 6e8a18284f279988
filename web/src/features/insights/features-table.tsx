import {
  Badge,
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
  Tooltip,
} from '@fluentui/react-components';
import { LocationRippleRegular } from '@fluentui/react-icons';
import { cardRows } from '../../components/card-rows.js';
import { dateOnly } from '../../lib/formats.js';
import { NEARBY_RADIUS_M } from '../../evidence/evidence-api.js';
import type { Feature } from '../../evidence/evidence-api.js';
import type { FeatureSort, SortKey } from './insight-filters.js';
import { LandUseLabels } from './land-use-labels.js';
import { namedNeighbours, type Neighbour } from './nearby-features.js';

/** Stands for the mentions that belong to no feature, where a feature's id would be (FEAT-21). */
export const UNASSOCIATED = 'unassociated';

const useStyles = makeStyles({
  ...cardRows,
  scroll: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS}` },
  row: { cursor: 'pointer' },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected, boxShadow: 'inset 3px 0 0 var(--symbio-flag)' },
  name: {
    padding: 0,
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  cell: { paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalS },
  marks: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: '2px' },
  pseudo: { fontStyle: 'italic' },
  date: { whiteSpace: 'nowrap', width: '104px' },
  nameColumn: { width: '42%' },
  pick: { width: '36px', paddingInlineStart: 0, paddingInlineEnd: 0 },
  none: { color: tokens.colorNeutralForeground3, textAlign: 'center', padding: '24px' },
});

interface FeaturesTableProps {
  features: readonly Feature[];
  neighbours: ReadonlyMap<string, readonly Neighbour[]>;
  /** Mentions by feature id. */
  mentionCounts: ReadonlyMap<string, number>;
  /** null while it is not known */
  unassociatedCount: number | null;
  selected: string;
  onSelect: (id: string) => void;
  /** Features picked for a merge; null for people who may not merge. */
  picked: ReadonlySet<string> | null;
  onPick: (id: string, isPicked: boolean) => void;
  sort: FeatureSort | null;
  onSort: (by: SortKey) => void;
  /** What stands in the place of the features when there are none to show. */
  emptyText: string;
}

/** The features of a project, and the pseudo-row for mentions without one (FEAT-20, FEAT-21). */
export function FeaturesTable(props: FeaturesTableProps) {
  const { features, neighbours, mentionCounts, unassociatedCount, selected, onSelect, picked, onPick } = props;
  const columns = picked ? 4 : 3;
  const styles = useStyles();
  const sorted = (by: SortKey) => ({
    sortDirection:
      props.sort?.by === by ? (props.sort.isDescending ? ('descending' as const) : ('ascending' as const)) : undefined,
    onClick: () => props.onSort(by),
  });
  const rowProps = (id: string) => ({
    className: mergeClasses(styles.row, styles.cardRow, selected === id && styles.current),
    'aria-selected': selected === id,
    onClick: () => onSelect(id),
  });
  return (
    <div className={styles.scroll}>
      <Table sortable className={styles.cardTable} aria-label="Features of interest">
        <TableHeader className={styles.cardHead}>
          <TableRow>
            {picked && <TableHeaderCell className={styles.pick} sortable={false} aria-label="Pick to merge" />}
            <TableHeaderCell className={styles.nameColumn} {...sorted('name')}>
              Name
            </TableHeaderCell>
            <TableHeaderCell {...sorted('land_use')}>Land use</TableHeaderCell>
            <TableHeaderCell className={styles.date} {...sorted('created')}>
              Created
            </TableHeaderCell>
          </TableRow>
        </TableHeader>
        <TableBody className={styles.cardBody}>
          <TableRow {...rowProps(UNASSOCIATED)} data-testid="feature-unassociated">
            <TableCell className={mergeClasses(styles.cell, styles.cardTitle)} colSpan={columns}>
              <button type="button" className={mergeClasses(styles.name, styles.pseudo)}>
                Unassociated Mentions
              </button>
              {unassociatedCount !== null && unassociatedCount > 0 && (
                <>
                  {' '}
                  <Badge appearance="tint" color="informative">
                    {unassociatedCount}
                  </Badge>
                </>
              )}
            </TableCell>
          </TableRow>
          {features.map((feature) => (
            <TableRow key={feature.id} {...rowProps(feature.id)} data-testid={`feature-${feature.id}`}>
              {picked && (
                <TableCell
                  className={mergeClasses(styles.pick, styles.cardCell)}
                  onClick={(event) => event.stopPropagation()}
                >
                  <Checkbox
                    aria-label={`Pick ${feature.name}`}
                    checked={picked.has(feature.id)}
                    onChange={(_, { checked }) => onPick(feature.id, checked === true)}
                  />
                </TableCell>
              )}
              <TableCell className={mergeClasses(styles.cell, styles.cardTitle)}>
                <button type="button" className={styles.name}>
                  {feature.name}
                </button>
                <Marks mentions={mentionCounts.get(feature.id) ?? 0} neighbours={neighbours.get(feature.id) ?? []} />
              </TableCell>
              <TableCell className={mergeClasses(styles.cell, styles.cardCell)}>
                <LandUseLabels values={feature.land_use} />
              </TableCell>
              <TableCell className={mergeClasses(styles.date, styles.cardCell)}>
                {dateOnly(feature.created_at)}
              </TableCell>
            </TableRow>
          ))}
          {features.length === 0 && (
            <TableRow>
              <TableCell className={styles.none} colSpan={columns}>
                {props.emptyText}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

function Marks({ mentions, neighbours }: { mentions: number; neighbours: readonly Neighbour[] }) {
  const styles = useStyles();
  const { named, rest } = namedNeighbours(neighbours);
  const nearby = named.map(({ feature, distance }) => `${feature.name} (${Math.round(distance)} m)`).join(', ') + rest;
  return (
    <div className={styles.marks}>
      {mentions > 0 && (
        <Badge appearance="tint" color="informative" size="small">
          {mentions === 1 ? '1 mention' : `${mentions} mentions`}
        </Badge>
      )}
      {neighbours.length > 0 && (
        <Tooltip content={`Within ${NEARBY_RADIUS_M} m: ${nearby}`} relationship="description">
          <Badge appearance="outline" color="informative" size="small" icon={<LocationRippleRegular />}>
            {`${neighbours.length} nearby`}
          </Badge>
        </Tooltip>
      )}
    </div>
  );
}
