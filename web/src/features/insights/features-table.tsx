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
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { RefCallback } from 'react';
import { cardRows } from '../../components/card-rows.js';
import { selectableRows } from '../../components/selectable-rows.js';
import { RowGap, useBoxList } from '../../components/long-list.js';
import { countText, dateOnly } from '../../lib/ui/formats.js';
import { NEARBY_RADIUS_M } from '../../evidence/evidence-api.js';
import type { Feature } from '../../evidence/evidence-api.js';
import { relationText } from '../../evidence/relations.js';
import { DeterminationCell } from './determinations/determination-cell.js';
import type { Determination } from './determinations/determinations-api.js';
import type { FeatureSort, SortKey } from './insight-filters.js';
import { LandUseLabels } from './land-use-labels.js';
import { namedNeighbours, type Neighbour } from './nearby-features.js';
import { RiskMark } from './risk-mark.js';
import { sightingsOf, yearsOf, type Sighting } from './sightings.js';
import { YearStrip } from './year-strip.js';

/** Mentions without a feature (FEAT-21). */
export const UNASSOCIATED = 'unassociated';

const useStyles = makeStyles({
  ...cardRows,
  ...selectableRows,
  // long feature lists scroll beside the details
  scroll: {
    // the remaining window height below the page header
    maxHeight: 'max(320px, calc(100dvh - 290px))',
    overflow: 'auto',
    overscrollBehaviorY: 'auto',
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS}`,
    '@media (max-width: 1080px)': { maxHeight: '60dvh' },
    '@media print': { maxHeight: 'none' },
  },
  cell: { paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalS },
  marks: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: '2px' },
  // no jump when the years are read
  years: { minHeight: tokens.lineHeightBase200, display: 'flex', marginTop: '2px' },
  pseudo: { fontStyle: 'italic' },
  date: { whiteSpace: 'nowrap', width: '96px' },
  nameColumn: { width: '30%' },
  determination: { width: '112px' },
  pick: { width: '36px', paddingInlineStart: 0, paddingInlineEnd: 0 },
});

interface FeaturesTableProps {
  features: readonly Feature[];
  neighbours: ReadonlyMap<string, readonly Neighbour[]>;
  mentionCounts: ReadonlyMap<string, number>;
  /** Names of people by id of their feature. */
  assignees: ReadonlyMap<string, string>;
  sightings: ReadonlyMap<string, readonly Sighting[]>;
  /** Active ones by id of their feature. */
  determinations: ReadonlyMap<string, Determination>;
  onDetermine: (featureId: string) => void;
  unassociatedCount: number | null;
  selected: string;
  onSelect: (id: string) => void;
  /** Selected for a merge or a determination; null if the user may not edit. */
  picked: ReadonlySet<string> | null;
  onPick: (id: string, isPicked: boolean) => void;
  /** All that are shown. */
  onPickAll: (isPicked: boolean) => void;
  sort: FeatureSort | null;
  onSort: (by: SortKey) => void;
  emptyText: string;
}

/** Estimates in CSS pixels. */
const ROW_HEIGHT = 84;
const HEAD_HEIGHT = 34;

const NO_NEIGHBOURS: readonly Neighbour[] = [];

/** Ends with a pseudo-row for mentions without a feature (FEAT-20, FEAT-21). */
export function FeaturesTable(props: FeaturesTableProps) {
  const { features, neighbours, mentionCounts, sightings, unassociatedCount, selected, onSelect, picked, onPick } =
    props;
  const columns = picked ? 5 : 4;
  const styles = useStyles();
  const boxRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLTableSectionElement>(null);
  const keys = useMemo(() => features.map(({ id }) => id), [features]);
  const list = useBoxList(boxRef, listRef, { keys, rowHeight: ROW_HEIGHT, covered: HEAD_HEIGHT });
  const { scrollTo } = list;
  const place = keys.indexOf(selected);
  const shown = useRef<string>(null);
  useLayoutEffect(() => {
    // scroll only if the URL changed the selection; a clicked row is visible already
    if (place === -1 || shown.current === selected) return;
    shown.current = selected;
    scrollTo(place);
  }, [place, scrollTo, selected]);
  const sorted = (by: SortKey) => ({
    sortDirection:
      props.sort?.by === by ? (props.sort.isDescending ? ('descending' as const) : ('ascending' as const)) : undefined,
    onClick: () => props.onSort(by),
  });
  return (
    <div ref={boxRef} className={styles.scroll}>
      <Table
        sortable
        className={styles.cardTable}
        aria-label="Features of interest"
        {...(list.isLong && { 'aria-rowcount': keys.length + 2 })}
      >
        <TableHeader className={mergeClasses(styles.head, styles.cardHead)}>
          <TableRow>
            {picked && (
              <TableHeaderCell className={styles.pick} sortable={false}>
                <Checkbox
                  aria-label="Pick all features"
                  checked={pickedAll(features, picked)}
                  onChange={(_, { checked }) => props.onPickAll(checked === true)}
                />
              </TableHeaderCell>
            )}
            <TableHeaderCell className={styles.nameColumn} {...sorted('name')}>
              Name
            </TableHeaderCell>
            <TableHeaderCell {...sorted('land_use')}>Land use</TableHeaderCell>
            <TableHeaderCell sortable={false} className={styles.determination}>
              Determination
            </TableHeaderCell>
            <TableHeaderCell className={styles.date} {...sorted('created')}>
              Created
            </TableHeaderCell>
          </TableRow>
        </TableHeader>
        <TableBody className={styles.cardBody}>
          <TableRow
            className={mergeClasses(styles.row, styles.cardRow, selected === UNASSOCIATED && styles.current)}
            aria-selected={selected === UNASSOCIATED}
            onClick={() => onSelect(UNASSOCIATED)}
            data-testid="feature-unassociated"
          >
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
        </TableBody>
        <TableBody ref={listRef} className={styles.cardBody}>
          {list.parts.map((part) => {
            if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={columns} />;
            const feature = features[part.index];
            return feature ? (
              <FeatureRow
                key={feature.id}
                feature={feature}
                index={part.index}
                measure={list.measure}
                isSelected={selected === feature.id}
                isPicked={picked && picked.has(feature.id)}
                mentions={mentionCounts.get(feature.id) ?? 0}
                assignee={props.assignees.get(feature.id)}
                sightings={sightingsOf(sightings, feature.id)}
                neighbours={neighbours.get(feature.id) ?? NO_NEIGHBOURS}
                determination={props.determinations.get(feature.id)}
                onDetermine={props.onDetermine}
                onSelect={onSelect}
                onPick={onPick}
              />
            ) : null;
          })}
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

function pickedAll(features: readonly Feature[], picked: ReadonlySet<string>): boolean | 'mixed' {
  if (picked.size === 0) return false;
  return features.every(({ id }) => picked.has(id)) || 'mixed';
}

interface FeatureRowProps {
  feature: Feature;
  index: number;
  measure: RefCallback<Element> | undefined;
  isSelected: boolean;
  isPicked: boolean | null;
  mentions: number;
  assignee: string | undefined;
  sightings: readonly Sighting[];
  neighbours: readonly Neighbour[];
  determination: Determination | undefined;
  onDetermine: (featureId: string) => void;
  onSelect: (id: string) => void;
  onPick: (id: string, isPicked: boolean) => void;
}

/** Only changed rows render. */
const FeatureRow = memo(function FeatureRow(props: FeatureRowProps) {
  const { feature, index, measure, isSelected, isPicked, mentions, assignee, sightings, neighbours, onSelect, onPick } =
    props;
  const styles = useStyles();
  return (
    <TableRow
      ref={measure}
      data-index={index}
      // after the header and the pseudo-row
      aria-rowindex={measure && index + 3}
      className={mergeClasses(
        styles.row,
        styles.cardRow,
        isPicked !== null && styles.cardPicked,
        isSelected && styles.current,
      )}
      aria-selected={isSelected}
      onClick={() => onSelect(feature.id)}
      data-testid={`feature-${feature.id}`}
    >
      {isPicked !== null && (
        <TableCell className={mergeClasses(styles.pick, styles.cardPick)} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={`Pick ${feature.name}`}
            checked={isPicked}
            onChange={(_, { checked }) => onPick(feature.id, checked === true)}
          />
        </TableCell>
      )}
      <TableCell className={mergeClasses(styles.cell, styles.cardTitle, isPicked !== null && styles.cardPickedTitle)}>
        <button type="button" className={styles.name}>
          {feature.name}
        </button>
        <Marks feature={feature} mentions={mentions} assignee={assignee} neighbours={neighbours} />
        {mentions > 0 && (
          <div className={styles.years}>
            <YearStrip years={yearsOf(sightings)} />
          </div>
        )}
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell)}>
        <LandUseLabels values={feature.land_use} />
        <div>
          <RiskMark landUses={feature.land_use} />
        </div>
      </TableCell>
      <TableCell className={mergeClasses(styles.cell, styles.cardCell)}>
        <DeterminationCell determination={props.determination} onOpen={() => props.onDetermine(feature.id)} />
      </TableCell>
      <TableCell className={mergeClasses(styles.date, styles.cardCell)}>{dateOnly(feature.created_at)}</TableCell>
    </TableRow>
  );
});

type MarksProps = Pick<FeatureRowProps, 'feature' | 'mentions' | 'assignee' | 'neighbours'>;

function Marks({ feature, mentions, assignee, neighbours }: MarksProps) {
  const styles = useStyles();
  const relation = relationText(feature);
  const { named, rest } = namedNeighbours(neighbours);
  const nearby = named.map(({ feature, distance }) => `${feature.name} (${Math.round(distance)} m)`).join(', ') + rest;
  return (
    <div className={styles.marks}>
      {relation !== null && (
        <Badge appearance="outline" color={feature.relation === 'on_property' ? 'danger' : 'informative'} size="small">
          {relation}
        </Badge>
      )}
      {mentions > 0 && (
        <Badge appearance="tint" color="informative" size="small">
          {countText(mentions, 'mention')}
        </Badge>
      )}
      {assignee !== undefined && (
        <Badge appearance="outline" color="informative" size="small">
          {`Assigned to ${assignee}`}
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
