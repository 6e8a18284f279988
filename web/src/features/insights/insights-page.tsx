import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/document-title.js';
import { errorMessage } from '../../lib/errors.js';
import { useProject } from '../../lib/project-context.js';
import {
  useGetFeaturesQuery,
  useGetProjectMentionsQuery,
  useGetUnassociatedMentionsQuery,
} from '../../viewer/evidence-api.js';
import { FeaturesTable, UNASSOCIATED } from './features-table.js';
import { FeatureHistory, UnassociatedMentions } from './mentions-pane.js';
import { neighboursOf } from './nearby-features.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(340px, 5fr) minmax(0, 8fr)',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
    '@media (max-width: 1080px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** Insight Generation: the features of interest, and what was said about each (FEAT-20 to FEAT-27). */
export function InsightsPage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const [address, setAddress] = useSearchParams();
  const features = useGetFeaturesQuery(project.id);
  const mentions = useGetProjectMentionsQuery(project.id);
  const unassociated = useGetUnassociatedMentionsQuery(project.id);
  useDocumentTitle('Insights', project.title);

  const list = useMemo(() => features.data ?? [], [features.data]);
  const neighbours = useMemo(() => neighboursOf(list), [list]);
  const mentionCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { feature_of_interest_id: id } of mentions.data ?? []) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }, [mentions.data]);

  // the choice is in the address, so that coming back from a sheet finds it again
  const asked = address.get('feature');
  const selected = asked ?? list[0]?.id ?? UNASSOCIATED;
  const feature = list.find(({ id }) => id === selected) ?? null;
  const select = (id: string) => setAddress({ feature: id }, { replace: true });

  return (
    <>
      <PageHeader
        title="Insight Generation"
        subtitle="Features of interest on and near the property, and the evidence for each."
      />
      <div className={styles.columns}>
        <Sheet padded={false} aria-label="Features of interest">
          {features.isLoading ? (
            <LoadingView label="Loading features..." />
          ) : features.isError && !features.data ? (
            <ErrorState title="Features could not be loaded" onRetry={() => void features.refetch()}>
              {errorMessage(features.error, 'Please try again.')}
            </ErrorState>
          ) : (
            <FeaturesTable
              features={list}
              neighbours={neighbours}
              mentionCounts={mentionCounts}
              unassociatedCount={unassociated.data?.length ?? null}
              selected={selected}
              onSelect={select}
            />
          )}
        </Sheet>
        <Sheet padded={false} aria-label="Mention history">
          {selected === UNASSOCIATED ? (
            <UnassociatedMentions projectId={project.id} />
          ) : feature ? (
            <FeatureHistory
              key={feature.id}
              feature={feature}
              neighbours={neighbours.get(feature.id) ?? []}
              canEdit={canEdit}
              onSelect={select}
            />
          ) : features.isLoading ? (
            <LoadingView />
          ) : (
            <EmptyState title="This feature no longer exists.">Choose another one from the table.</EmptyState>
          )}
        </Sheet>
      </div>
    </>
  );
}
