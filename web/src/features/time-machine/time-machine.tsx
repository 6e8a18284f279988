import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { apply, inverse } from '@symbio/proto/document/similarity';
import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useGetFeaturesQuery, useGetProjectMentionsQuery } from '../../evidence/evidence-api.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { useProject } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { evidenceOf } from '../../viewer/annotations/filters.js';
import { isOnSheet } from '@symbio/sheet/geometry/geometry';
import type { Point } from '@symbio/sheet/geometry/geometry';
import { BUTTON_STEP } from '@symbio/sheet/geometry/zoom';
import type { Mode, View } from './url-view.js';
import { clicked, pointsOf, SIDE_NAMES } from './alignment.js';
import type { PendingPoint, Side } from './alignment.js';
import { AlignmentBar } from './alignment-bar.js';
import { AlignmentNote } from './alignment-note.js';
import type { Alignment } from './alignments-api.js';
import { FindingCard } from './finding-card.js';
import { FollowBar } from './follow-bar.js';
import type { LinkedSheets } from './linked-sheets.js';
import { Panes } from './panes.js';
import { fitText } from './stored-alignments.js';
import { TimeMachineToolbar } from './time-machine-toolbar.js';
import { useGetSeenFeatureQuery } from './sightings.js';
import { sheetName, type TimeSheet } from './time-sheet.js';
import { useAlignment } from './use-alignment.js';
import { useFollowing } from './use-following.js';
import { useLinkedSheets } from './use-linked-sheets.js';
import { useOverlays } from './use-overlays.js';
import { usePageFindings } from './use-page-findings.js';
import { YearRail } from './year-rail.js';
import { TilesFailingBar } from '../../viewer/sheet/tiles-failing-bar.js';
import { isKey } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  choosing: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tabs: { flexShrink: 0 },
  question: {
    flexShrink: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface TimeMachineProps {
  sheets: readonly TimeSheet[];
  first: TimeSheet;
  second: TimeSheet;
  view: View;
  onChange: (change: Partial<View>) => void;
  onChoose: (sheet: TimeSheet, side: Side) => void;
  onSwap: () => void;
}

export function TimeMachine({ sheets, first, second, view, onChange, onChoose, onSwap }: TimeMachineProps) {
  const styles = useStyles();
  const { project } = useProject();
  const [choosing, setChoosing] = useState<Side>(1);
  const [aligning, setAligning] = useState(false);
  const [isFollowing, setFollowing] = useState(view.feature !== null);
  const [pending, setPending] = useState<PendingPoint | null>(null);
  const [picked, setPicked] = useState<{ side: Side; id: string } | null>(null);
  const found = useAlignment({ first, second, sheets }, { own: view.alignment, aligning }, () =>
    onChange({ alignment: null }),
  );
  const { alignment, fit } = found;
  const both = [first, second] as const;

  const { data: mentions } = useGetProjectMentionsQuery(project.id);
  const { data: features } = useGetFeaturesQuery(project.id);
  const evidence = useMemo(() => evidenceOf(mentions ?? [], features ?? []), [mentions, features]);
  const read = [
    usePageFindings(first.page.id, evidence, view.showsEvidence),
    usePageFindings(second.page.id, evidence, view.showsEvidence),
  ] as const;
  const findings = [read[0].findings, read[1].findings] as const;
  const pickedOn = (side: Side) =>
    picked?.side === side ? findings[side].find(({ id }) => id === picked.id) : undefined;
  const shownFinding = picked && pickedOn(picked.side);
  // highlight the followed feature, unless a single annotation is selected
  const { currentData: seen } = useGetSeenFeatureQuery(
    { projectId: project.id, featureId: view.feature ?? '' },
    { skip: view.feature === null },
  );
  const followed = useMemo(() => new Set(seen?.map(({ id }) => id)), [seen]);
  const isOut = (id: string) => (shownFinding ? id === shownFinding.id : view.feature !== null && followed.has(id));
  const drawnOn = (side: Side) => ({
    annotations: findings[side],
    selectedKeys: findings[side].filter(({ id }) => isOut(id)).map(({ key }) => key),
  });
  const linkedSheets = useRef<LinkedSheets | null>(null);
  const { overlayHosts, overlays, follow } = useOverlays([drawnOn(0), drawnOn(1)], linkedSheets);

  const setAlignment = (change: Partial<Alignment>) => onChange({ alignment: { ...alignment, ...change } });
  const pickPoint = (side: Side, point: Point) => {
    if (!isOnSheet(point, both[side].sheet.size)) return;
    const made = clicked(alignment.pairs, pending, { side, point });
    if (made.pair) setAlignment({ pairs: [...alignment.pairs, made.pair] });
    setPending(made.pending);
  };
  const pickFinding = (side: Side, point: Point) => {
    const hit = overlays.current[side]?.at(point);
    // when blended, a click hits the visible annotation of either sheet
    const under =
      !hit && view.mode === 'fade' && side === 1 ? overlays.current[0]?.at(apply(inverse(fit), point)) : null;
    setPicked(hit ? { side, id: hit.id } : under ? { side: 0, id: under.id } : null);
  };
  const pick = aligning ? pickPoint : pickFinding;
  const align = (on: boolean) => {
    setAligning(on);
    setPending(null);
    setPicked(null);
  };
  const points = aligning ? pointsOf(alignment.pairs, pending) : [];
  const { hosts, pointRef, isFailing } = useLinkedSheets({
    first,
    second,
    fit,
    aligning,
    view,
    points,
    linkedSheets,
    onChange,
    onPick: pick,
    onFrame: follow,
  });
  const choose = (sheet: TimeSheet, side: Side) => {
    setPending(null);
    setPicked(null);
    onChoose(sheet, side);
  };
  const following = useFollowing({
    projectId: project.id,
    sheets,
    first,
    second,
    view,
    fit,
    isSettling: found.isLoading,
    side: choosing,
    linkedSheets,
    onChange,
    onChoose: choose,
  });
  const followFeature = (feature: string | null) => {
    setFollowing(feature !== null);
    setPicked(null);
    onChange({ feature });
  };

  const onKeyDown = (side: Side) => (event: KeyboardEvent) => {
    if (isKey(event, 'Escape') && picked) setPicked(null);
    const middle = linkedSheets.current?.middleOf(side);
    if (!isKey(event, 'Enter') || !middle || (!aligning && !view.showsEvidence)) return;
    event.preventDefault();
    pick(side, middle);
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    notify({ type: 'success', title: 'Link copied' });
  };
  const shown: Mode = aligning ? 'side' : view.mode;
  return (
    <div className={styles.root}>
      <TimeMachineToolbar
        mode={shown}
        share={view.share}
        isAligning={aligning}
        showsEvidence={view.showsEvidence}
        isFollowing={isFollowing}
        onModeChange={(mode) => onChange({ mode })}
        onShareChange={(share) => onChange({ share })}
        onZoomOut={() => linkedSheets.current?.zoomBy(1 / BUTTON_STEP)}
        onZoomIn={() => linkedSheets.current?.zoomBy(BUTTON_STEP)}
        onShowAll={() => linkedSheets.current?.goTo(null)}
        onTurn={() => linkedSheets.current?.rotation()}
        onAlign={align}
        onEvidence={(showsEvidence) => onChange({ showsEvidence })}
        onFollow={(on) => (on ? setFollowing(true) : followFeature(null))}
        onSwap={() => {
          setPending(null);
          setPicked(null);
          onSwap();
        }}
        onCopyLink={() =>
          void copyLink().catch(() =>
            notify({
              type: 'error',
              title: 'The link could not be copied',
              description: 'Copy the address from the address bar.',
            }),
          )
        }
      />
      {read.map(
        ({ failure }, side) =>
          failure && (
            <LoadErrorMessage key={side} what={`The annotations of ${SIDE_NAMES[side as Side]}`} {...failure} />
          ),
      )}
      {isFollowing && (
        <FollowBar
          projectId={project.id}
          features={following.features}
          feature={following.feature}
          sightings={following.sightings}
          failure={following.failure}
          at={following.at}
          onChoose={followFeature}
          onStep={following.step}
          onClose={() => followFeature(null)}
        />
      )}
      {aligning && (
        <AlignmentBar
          alignment={alignment}
          pending={pending?.side ?? null}
          state={fitText(alignment, second, fit)}
          offers={found.offers}
          maySave={found.maySave}
          isKnown={found.isKnown}
          onRetry={found.failure && found.failure.onRetry}
          onUndo={() => {
            if (pending) setPending(null);
            else if (alignment.pairs.length > 0) setAlignment({ pairs: alignment.pairs.slice(0, -1) });
            else setAlignment({ base: null });
          }}
          onClear={() => {
            setPending(null);
            onChange({ alignment: { pairs: [], base: null } });
          }}
          onOffer={({ base }) => onChange({ alignment: { pairs: [], base } })}
          onDone={() => {
            align(false);
            if (found.maySave && view.alignment) void found.save(view.alignment);
          }}
        />
      )}
      <Panes
        mode={shown}
        share={view.share}
        isAligning={aligning}
        sheets={both}
        hosts={hosts}
        overlays={overlayHosts}
        points={points}
        pointRef={pointRef}
        onShareChange={(share) => onChange({ share })}
        onKeyDown={onKeyDown}
      >
        {isFailing && <TilesFailingBar onRetry={() => linkedSheets.current?.retryTiles()} />}
        {picked && shownFinding && (
          <FindingCard
            projectId={project.id}
            annotation={shownFinding}
            sheet={both[picked.side]}
            evidence={evidence.get(shownFinding.id)}
            isRight={shown === 'side' && picked.side === 1}
            onFollow={followFeature}
            onClose={() => setPicked(null)}
          />
        )}
      </Panes>
      <div className={styles.choosing}>
        <span className={styles.question} aria-hidden="true">
          Choose below for
        </span>
        <TabList
          size="small"
          className={styles.tabs}
          selectedValue={choosing}
          onTabSelect={(_, { value }) => setChoosing(value as Side)}
          aria-label="Sheet that the year list selects"
        >
          {([0, 1] as const).map((side) => (
            // the names are on the sheets
            <Tab
              key={side}
              value={side}
              title={sheetName(both[side], ' · ')}
              aria-label={`${SIDE_NAMES[side]}: ${sheetName(both[side], ' · ')}`}
            >
              {SIDE_NAMES[side]}
            </Tab>
          ))}
        </TabList>
        {!aligning && (
          <AlignmentNote
            found={found}
            second={second}
            isOwn={view.alignment !== null}
            onProject={() => onChange({ alignment: null })}
            onAlign={() => align(true)}
          />
        )}
      </div>
      <YearRail
        sheets={sheets}
        first={first}
        second={second}
        side={choosing}
        marks={following.sightings}
        featureName={following.feature?.name ?? null}
        onChoose={choose}
      />
    </div>
  );
}
