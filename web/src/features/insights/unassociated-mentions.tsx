import { Button, makeStyles, TableBody, Text, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, DismissCircleRegular, DismissRegular, LinkRegular } from '@fluentui/react-icons';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RefCallback } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { RowGap, usePageList } from '../../components/long-list.js';
import { LoadingView } from '../../components/loading-view.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { AssociateDialog } from '../../evidence/association/associate-dialog.js';
import { useAssignees } from '../../evidence/comments/comments-api.js';
import { useGetUnassociatedMentionsQuery, type Mention } from '../../evidence/evidence-api.js';
import { BulkAssociateDialog } from '../../evidence/association/bulk-associate-dialog.js';
import { filterLoose, isMentionFiltered } from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';
import { cardRows } from '../../components/card-rows.js';
import { columnsOf, MentionRow, MentionsTable, PlaceRow } from './mention-rows.js';
import type { RowAction } from './mention-rows.js';
import { HistoryError, Narrowed } from './mentions-pane.js';
import { RejectDialog } from './record-dialogs.js';
import { useFindingActions, type Finding } from './use-finding-actions.js';
import { RowFocus } from '../../components/row-focus.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { looseRows } from './loose-rows.js';
import { MAX_GROUP } from '../../evidence/place-groups.js';
import type { Source, Sources } from './use-sources.js';

const useStyles = makeStyles({
  cardBody: cardRows.cardBody,
  head: { padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}` },
  facts: { color: tokens.colorNeutralForeground3, marginTop: '2px' },
  picks: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  count: { flexGrow: 1, fontWeight: tokens.fontWeightSemibold },
});

interface UnassociatedMentionsProps {
  projectId: string;
  sources: Sources;
  filters: InsightFilters;
  canEdit: boolean;
  onOpen: (annotationId: string) => void;
}

const ROW_HEIGHT = 112;

type RowActionName = 'accept' | 'associate' | 'reject';

type Asked = { what: 'reject' | 'associate'; findings: readonly Finding[] } | null;

/** Always shown as active (FEAT-21, FEAT-23). */
export function UnassociatedMentions({
  projectId,
  sources: { byId: sources, failure },
  filters,
  canEdit,
  onOpen,
}: UnassociatedMentionsProps) {
  const styles = useStyles();
  const { currentData, isError, error, refetch } = useGetUnassociatedMentionsQuery(projectId);
  const assignees = useAssignees(projectId);
  const actions = useFindingActions();
  const [picks, setPicks] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked>(null);
  const [linking, setLinking] = useState<string | null>(null);
  /** Associated with the same feature as the one being linked. */
  const [following, setFollowing] = useState<readonly Finding[]>([]);
  const [inProgress, setInProgress] = useState(0);
  const isBusy = inProgress > 0;
  /**
   * Pending actions, and accepted proposals that are not read again yet: their rows would offer actions that the server
   * refuses.
   */
  const taken = useRef(new WeakSet<Annotation>());

  const { landUse, useType, band } = filters;
  const shown = useMemo(
    () =>
      filterLoose(currentData ?? [], { landUse, useType, band }).map((mention) => ({
        mention,
        source: sources?.get(mention.source_annotation_id),
      })),
    [currentData, landUse, useType, band, sources],
  );
  const rows = useMemo(() => looseRows(shown), [shown]);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const table = useRef<HTMLTableElement>(null);
  const list = usePageList(table, { keys, rowHeight: ROW_HEIGHT });
  // actions depend on the source (agent or person): none until it is known
  const known = useMemo(() => shown.filter(({ source }) => source !== undefined), [shown]);
  // mentions decided elsewhere are no longer selected
  const picked = known.filter(({ mention }) => picks.has(mention.id));
  const canPick = canEdit && known.length > 0;
  const open = picked.filter(({ source }) => source?.isOpen);
  const linked = sources?.get(linking ?? '')?.annotation;

  const pick = useCallback(
    (ids: readonly string[], isPicked: boolean) =>
      setPicks((before) => {
        const next = new Set(before);
        for (const id of ids)
          if (isPicked) next.add(id);
          else next.delete(id);
        return next;
      }),
    [],
  );
  const isTaken = ({ source }: Finding): boolean => source !== undefined && taken.current.has(source.annotation);
  /**
   * Deselects completed findings.
   * @param doing returns the mention ids that succeeded
   */
  const run = async (
    findings: readonly Finding[],
    doing: (free: readonly Finding[]) => Promise<Iterable<string>>,
  ): Promise<void> => {
    const free = findings.filter((finding) => !isTaken(finding));
    if (free.length === 0) return;
    for (const { source } of free) if (source) taken.current.add(source.annotation);
    setInProgress((count) => count + 1);
    const done = new Set(await doing(free));
    for (const { mention, source } of free)
      if (source && !(source.isOpen && done.has(mention.id))) taken.current.delete(source.annotation);
    pick([...done], false);
    setInProgress((count) => count - 1);
  };
  const accept = (findings: readonly Finding[]): Promise<void> =>
    run(findings, async (free) => (await actions.accept(free)).keys());
  /** A proposal is accepted first, since only a person's annotation is evidence (FEAT-14). */
  const associateOne = async (finding: Finding) => {
    if (!finding.source?.isOpen) return setLinking(finding.mention.source_annotation_id);
    await run([finding], async (free) => {
      const copies = await actions.accept(free);
      for (const copyId of copies.values()) setLinking(copyId);
      return copies.keys();
    });
  };
  /** The form of the first proposal names the feature of all. */
  const associatePlace = ([first, ...others]: readonly Finding[]): void => {
    if (!first || isTaken(first)) return;
    setFollowing(others);
    void associateOne(first);
  };
  const act = (action: RowActionName, finding: Finding): void => {
    if (isTaken(finding)) return;
    if (action === 'accept') void accept([finding]);
    else if (action === 'associate') void associateOne(finding);
    else setAsked({ what: 'reject', findings: [finding] });
  };
  // stable callback, so that unchanged rows do not render
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const onAct = useCallback((action: RowActionName, finding: Finding) => latest.current(action, finding), []);

  return (
    <>
      <RowFocus />
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold">
          Unassociated Mentions
        </Text>
        <div className={styles.facts}>Findings that are not linked to a feature of interest yet.</div>
      </div>
      {failure && <LoadErrorMessage what="The annotations" {...failure} />}
      {picked.length > 0 && (
        <div className={styles.picks} role="group" aria-label="Picked findings">
          <span className={styles.count} role="status">{`${picked.length} picked`}</span>
          {open.length > 0 && (
            <Button
              size="small"
              appearance="primary"
              icon={<CheckmarkRegular />}
              disabled={isBusy}
              onClick={() => void accept(open)}
            >
              {open.length === picked.length ? 'Accept' : `Accept ${open.length} proposed`}
            </Button>
          )}
          <Button
            size="small"
            icon={<LinkRegular />}
            disabled={isBusy}
            onClick={() => setAsked({ what: 'associate', findings: picked })}
          >
            Associate...
          </Button>
          <Button
            size="small"
            icon={<DismissCircleRegular />}
            disabled={isBusy}
            onClick={() => setAsked({ what: 'reject', findings: picked })}
          >
            Reject...
          </Button>
          <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={() => setPicks(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {currentData && sources ? (
        currentData.length === 0 ? (
          <EmptyState title="No unassociated mentions." />
        ) : (
          <>
            {isMentionFiltered(filters) && <Narrowed shown={shown.length} all={currentData.length} />}
            {shown.length > 0 && (
              <MentionsTable
                tableRef={table}
                {...(list.isLong && { rowCount: keys.length + 1 })}
                {...(canPick && {
                  picking: {
                    state: picked.length === 0 ? false : picked.length === known.length ? true : 'mixed',
                    onAll: (isPicked: boolean) =>
                      pick(
                        known.map(({ mention }) => mention.id),
                        isPicked,
                      ),
                  },
                })}
              >
                <TableBody className={styles.cardBody}>
                  {list.parts.map((part) => {
                    if ('gap' in part) return <RowGap key={part.key} height={part.gap} columns={columnsOf(canPick)} />;
                    const row = rows[part.index];
                    if (row?.group)
                      return (
                        <PlaceRow
                          key={row.key}
                          place={row.place}
                          count={row.group.length}
                          columns={columnsOf(canPick)}
                          index={part.index}
                          measure={list.measure}
                          isBusy={isBusy}
                          {...(canEdit &&
                            row.group.length <= MAX_GROUP && {
                              onAccept: () => void accept(row.group),
                              onAssociate: () => associatePlace(row.group),
                            })}
                        />
                      );
                    return row ? (
                      <LooseRow
                        key={row.key}
                        finding={row.finding}
                        assignee={assignees.get(row.finding.mention.source_annotation_id)}
                        index={part.index}
                        measure={list.measure}
                        isPicked={picks.has(row.finding.mention.id)}
                        canEdit={canEdit}
                        canPick={canPick}
                        onPick={pick}
                        onOpen={onOpen}
                        onAct={onAct}
                      />
                    ) : null;
                  })}
                </TableBody>
              </MentionsTable>
            )}
          </>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mentions..." />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          findings={asked.findings}
          onClose={(isDone) => {
            setAsked(null);
            if (isDone)
              pick(
                asked.findings.map(({ mention }) => mention.id),
                false,
              );
          }}
        />
      )}
      {asked?.what === 'associate' && (
        <BulkAssociateDialog
          projectId={projectId}
          count={asked.findings.length}
          proposed={asked.findings.filter(({ source }) => source?.isOpen).length}
          onAssociate={(feature) => {
            setAsked(null);
            void run(asked.findings, (free) => actions.associate(free, feature));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {linked && (
        <AssociateDialog
          key={linked.id}
          projectId={projectId}
          annotation={{ ...linked, key: linked.id }}
          mayEdit={canEdit}
          onSaved={(feature) => {
            if (following.length > 0) void run(following, (free) => actions.associate(free, feature));
          }}
          onClose={() => {
            setLinking(null);
            setFollowing([]);
          }}
        />
      )}
    </>
  );
}

interface Loose {
  mention: Mention;
  source: Source | undefined;
}

interface LooseRowProps {
  finding: Loose;
  assignee: string | undefined;
  index: number;
  measure: RefCallback<Element> | undefined;
  isPicked: boolean;
  canEdit: boolean;
  canPick: boolean;
  onPick: (ids: readonly string[], isPicked: boolean) => void;
  onOpen: (annotationId: string) => void;
  onAct: (action: RowActionName, finding: Finding) => void;
}

/** Only changed rows render. */
const LooseRow = memo(function LooseRow(props: LooseRowProps) {
  const { finding, assignee, index, measure, isPicked, canEdit, canPick, onPick, onOpen, onAct } = props;
  const { mention, source } = finding;
  const actions: RowAction[] = source
    ? [
        ...(source.isOpen
          ? [{ label: 'Accept', icon: <CheckmarkRegular />, onClick: () => onAct('accept', finding) }]
          : []),
        { label: 'Associate...', icon: <LinkRegular />, onClick: () => onAct('associate', finding) },
        { label: 'Reject...', icon: <DismissCircleRegular />, onClick: () => onAct('reject', finding) },
      ]
    : [];
  return (
    <MentionRow
      said={recordText(mention)}
      status="active"
      why={[authorText(source), source?.text ?? null, assignee === undefined ? null : `Assigned to ${assignee}`]}
      landUse={mention.suggested_land_use ?? null}
      annotationId={mention.source_annotation_id}
      onOpen={onOpen}
      inList={{ index, measure }}
      {...(canEdit && { actions })}
      {...(canPick && {
        pick: { isPicked, isDisabled: !source, onPick: (value: boolean) => onPick([mention.id], value) },
      })}
    />
  );
});

const recordText = (mention: Mention) => ({
  narrative: mention.current_narrative || mention.narrative,
  confidence: mention.current_confidence,
  use_type: mention.current_use_type,
  created_at: mention.created_at,
});

const authorText = (source: Source | undefined): string | null => {
  if (!source) return null;
  return source.person === null ? 'Proposed by an agent' : `Confirmed by ${source.person}`;
};
