import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { useBreadcrumbTail } from '../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import { subscribeToDepartures } from '../../lib/session/session.js';
import { renewalDelay } from '../../evidence/signed-urls.js';
import { useGetAlignmentsQuery, type Alignment } from './alignments-api.js';
import { useLiveTimeSheets } from './live-time-sheets.js';
import { alignedPair } from './suggested-pair.js';
import { reversed } from './stored-alignments.js';
import { TimeMachine } from './time-machine.js';
import type { TimeSheet } from './time-sheet.js';
import { chosen, useGetTimeSheetsQuery } from './time-sheets.js';
import type { View } from './url-view.js';
import { useView } from './use-view.js';

const useStyles = makeStyles({
  empty: {
    margin: 'auto',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
  },
});

/** Of this session, unsaved. */
const remembered = new Map<string, Alignment | null>();
subscribeToDepartures(() => remembered.clear());

const keyOf = (first: string, second: string): string => `${first} ${second}`;

function rememberedOf(first: string, second: string): Alignment | null {
  const turned = remembered.get(keyOf(second, first));
  return remembered.get(keyOf(first, second)) ?? (turned ? reversed(turned) : null);
}

/** Before their signed URLs expire. */
function useRenewal(sheets: readonly TimeSheet[] | undefined, refetch: () => unknown): void {
  const read = useRef(refetch);
  useEffect(() => {
    read.current = refetch;
  });
  useEffect(() => {
    if (!sheets || sheets.length === 0) return;
    const delay = renewalDelay(
      sheets.map(({ page }) => page),
      Date.now(),
    );
    const timer = setTimeout(() => void read.current(), delay);
    return () => clearTimeout(timer);
  }, [sheets]);
}

/** Chooses an aligned pair of two years when the URL names no sheet: once, so the sheets do not change later. */
function useAlignedStart(
  sheets: readonly TimeSheet[] | undefined,
  view: Pick<View, 'first' | 'second' | 'feature'>,
  change: (view: Pick<View, 'first' | 'second'>) => void,
): boolean {
  const isDone = useRef(false);
  // a followed feature chooses its own sheets
  const isOpen = view.first === null && view.second === null && view.feature === null;
  const suggested = sheets && isOpen ? chosen(sheets, null, null) : null;
  const [first, second] = suggested ?? [];
  const pair = { first: first?.page.id ?? '', second: second?.page.id ?? '' };
  const isAsked = first !== undefined && first !== second;
  const { currentData, isLoading } = useGetAlignmentsQuery(pair, { skip: !isAsked });
  useEffect(() => {
    if (isDone.current || !sheets || !currentData) return;
    isDone.current = true;
    const found = alignedPair(currentData, sheets);
    if (found) change({ first: found[0].page.id, second: found[1].page.id });
  }, [sheets, currentData, change]);
  return isLoading;
}

export function TimeMachinePage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { project } = useProject();
  // no live updates arrive while unmounted
  const asked = { refetchOnMountOrArgChange: true };
  const { data: sheets, error, isError, refetch } = useGetTimeSheetsQuery(project.id, asked);
  useLiveTimeSheets(project.id);
  const [view, change] = useView();
  useRenewal(sheets, refetch);
  const isLooking = useAlignedStart(sheets, view, change);
  useDocumentTitle('Time machine', project.title);
  useBreadcrumbTail('Time machine');

  if (!sheets || isLooking) {
    if (!isError || isLooking) return <LoadingView screen label="Loading sheets..." />;
    return (
      <ErrorState title="The sheets could not be loaded" onRetry={() => void refetch()}>
        {errorMessage(error, 'Please try again.')}
      </ErrorState>
    );
  }
  const pair = chosen(sheets, view.first, view.second);
  if (!pair || sheets.length < 2)
    return (
      <div className={styles.empty}>
        <EmptyState title="Nothing to compare yet">
          The time machine overlays two processed maps or aerial photographs of the property. Upload and process at
          least two sheets.
        </EmptyState>
        <Button appearance="primary" onClick={() => void navigate(`/projects/${project.id}/data-collection`)}>
          Go to Data Collection
        </Button>
      </div>
    );
  const [first, second] = pair;
  const remember = (alignment: Alignment | null) => {
    const key = keyOf(first.page.id, second.page.id);
    // a stored alignment works in both directions
    if (alignment) remembered.set(key, alignment);
    else remembered.delete(key);
    remembered.delete(keyOf(second.page.id, first.page.id));
  };
  const show = (one: TimeSheet, other: TimeSheet) =>
    change({
      first: one.page.id,
      second: other.page.id,
      alignment: rememberedOf(one.page.id, other.page.id),
      // places are in pixels of the first sheet
      ...(one === first ? {} : { place: null }),
    });
  return (
    <TimeMachine
      key={project.id}
      sheets={sheets}
      first={first}
      second={second}
      view={view}
      onChange={(next) => {
        if (next.alignment !== undefined) remember(next.alignment);
        change(next);
      }}
      onChoose={(sheet, side) => {
        if (side === 0) show(sheet, sheet === second ? first : second);
        else show(sheet === first ? second : first, sheet);
      }}
      onSwap={() => {
        remember(view.alignment);
        show(second, first);
      }}
    />
  );
}
