import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular, CalendarRegular } from '@fluentui/react-icons';
import { isCoverageSource } from '@symbio/proto/document/vocabulary';
import { isCoverageArea } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { ExportMenu } from '../../components/export-menu.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { gapParameters, NO_OFFERED_GAP, offeredGapOf } from '../../evidence/offered-gap.js';
import { coverageExports } from '../../evidence/project-export.js';
import { useBreadcrumbTail } from '../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useProject } from '../../lib/project/project-context.js';
import { CellDrawer } from './cell-drawer.js';
import { useGetCoverageQuery, useListGapsQuery, type Coverage, type GapValues, type Place } from './coverage-api.js';
import { CoverageMatrix } from './coverage-matrix.js';
import { FirstUseDialog } from './first-use-dialog.js';
import { GapDialog, NEW_GAP } from './gap-dialog.js';
import { GapList } from './gap-list.js';
import { Interviews } from './interviews.js';
import { LienSearches } from './lien-searches.js';
import { QuestionnaireSheet } from './questionnaire-sheet.js';

const useStyles = makeStyles({ matrix: { marginBottom: '20px' } });

const DECADE = 10;
const CELL = 'cell';
const GAP = 'gap';

const keyOf = ({ source, area, decade }: Place): string => `${source}.${area}.${decade}`;

/** Undefined for an address that was typed wrongly. */
function placeOf(key: string | null): Place | undefined {
  const [source = '', area = '', decade = ''] = key?.split('.') ?? [];
  return isCoverageSource(source) && isCoverageArea(area) && /^\d{4}$/.test(decade)
    ? { source, area, decade: Number(decade) }
    : undefined;
}

const subtitleOf = ({ first_use: use, history_target: target }: Coverage): string =>
  use ? `First developed use: ${use.year}. ${use.note}` : `The history must reach ${target}.`;

/** What the sources of a project cover by decade, and gaps. */
export function CoveragePage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { data: coverage, error, refetch } = useGetCoverageQuery(project.id);
  const gaps = useListGapsQuery(project.id);
  const [address, change] = useUrlState();
  const [chosen, setChosen] = useState<GapValues>();
  const [editsFirstUse, setEditsFirstUse] = useState(false);
  useDocumentTitle('Coverage', project.title);
  useBreadcrumbTail('Coverage');

  const place = placeOf(address.get(CELL));
  const edited = canEdit ? gaps.data?.find(({ id }) => id === address.get(GAP)) : undefined;
  const suggested = canEdit ? offeredGapOf(address) : undefined;
  const offered = chosen ?? (suggested && { ...NEW_GAP, kind: suggested.kind, tried: suggested.tried });
  // a new gap waits for the intervals that its form offers
  const isOffered = offered !== undefined && (coverage !== undefined || error !== undefined);
  const offerGap = ({ source, area, decade }: Place) => {
    change({ [CELL]: null });
    setChosen({ ...NEW_GAP, kind: 'source', source, area, from: decade, to: decade + DECADE - 1 });
  };
  const closeGap = () => {
    setChosen(undefined);
    change({ [GAP]: null, ...NO_OFFERED_GAP });
  };
  return (
    <>
      <PageHeader
        title="Coverage"
        subtitle={coverage ? subtitleOf(coverage) : 'What the sources cover by decade.'}
        actions={
          <>
            {canEdit && coverage ? (
              <Button icon={<CalendarRegular />} onClick={() => setEditsFirstUse(true)}>
                First use
              </Button>
            ) : null}
            <ExportMenu entries={coverageExports(project.id)} />
            {canEdit ? (
              <Button appearance="primary" icon={<AddRegular />} onClick={() => setChosen(NEW_GAP)}>
                New gap
              </Button>
            ) : null}
          </>
        }
      />
      <Sheet className={styles.matrix} padded={false} aria-label="Coverage of sources">
        {coverage ? (
          <CoverageMatrix coverage={coverage} onOpen={(opened) => change({ [CELL]: keyOf(opened) })} />
        ) : error ? (
          <LoadErrorMessage what="The coverage" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingView label="Loading coverage..." />
        )}
      </Sheet>
      <Sheet title="Data gaps" note="Missing information, what was tried to close the gap, and its effect.">
        {gaps.data ? (
          <GapList
            projectId={project.id}
            gaps={gaps.data}
            history={coverage?.history ?? []}
            canEdit={canEdit}
            onEdit={({ id }) => change({ [GAP]: id })}
          />
        ) : gaps.error ? (
          <LoadErrorMessage what="The gaps" error={gaps.error} onRetry={() => void gaps.refetch()} />
        ) : (
          <LoadingView label="Loading gaps..." />
        )}
      </Sheet>
      <Interviews projectId={project.id} canEdit={canEdit} onGap={(gap) => change(gapParameters(gap))} />
      <QuestionnaireSheet projectId={project.id} canEdit={canEdit} onGap={(gap) => change(gapParameters(gap))} />
      <LienSearches projectId={project.id} canEdit={canEdit} />
      {coverage && place ? (
        <CellDrawer
          {...{ projectId: project.id, coverage, place, canEdit }}
          onGap={() => offerGap(place)}
          onClose={() => change({ [CELL]: null })}
        />
      ) : null}
      {coverage && editsFirstUse ? (
        <FirstUseDialog coverage={coverage} onClose={() => setEditsFirstUse(false)} />
      ) : null}
      {edited || isOffered ? (
        <GapDialog
          key={edited?.id ?? `${offered?.kind} ${offered?.tried}`}
          projectId={project.id}
          gap={edited}
          offered={offered ?? NEW_GAP}
          coverage={coverage}
          interval={suggested?.interval}
          onClose={closeGap}
        />
      ) : null}
    </>
  );
}
