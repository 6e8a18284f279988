import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Spinner,
} from '@fluentui/react-components';
import { isPageKind } from '@symbio/proto/document/vocabulary';
import { useContext, useMemo, useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { errorMessage } from '../../lib/http/errors.js';
import { ProjectContext } from '../../lib/project/project-context.js';
import { useMe } from '../../lib/session/me.js';
import { isTemporary, isUnaccepted } from '../annotation-records.js';
import type { ShownAnnotation } from '../annotation-records.js';
import type { AnnotationRow } from '../annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../annotations-api.js';
import { useGetDocumentPagesQuery } from '../documents-api.js';
import { useGetAnnotationMentionQuery, useGetFeaturesQuery, useGetProjectMentionsQuery } from '../evidence-api.js';
import type { Feature, Mention } from '../evidence-api.js';
import { AnnotationFacts } from './annotation-facts.js';
import { AssociateForm } from './associate-form.js';
import type { LinkedProposal } from './associate-form.js';
import { forgetDraft } from './drafts.js';
import { useGetGeoreferenceQuery } from '../georeferences-api.js';
import { placeFromSheet } from '../sheet-place.js';
import { defaultUseType } from './feature-form.js';
import { likelyFeatures } from './likely-features.js';
import { propertyPlace } from './place-check.js';

const useStyles = makeStyles({ surface: { maxWidth: '640px' } });

interface AssociateDialogProps {
  projectId: string;
  annotation: ShownAnnotation;
  mayEdit: boolean;
  /** It becomes the person's annotation when the form is saved. */
  proposal?: LinkedProposal;
  onSaved?: (feature: Feature) => void;
  onClose: () => void;
}

const NO_ROWS: readonly AnnotationRow[] = [];
const NO_FEATURES: readonly Feature[] = [];
const NO_MENTIONS: readonly Mention[] = [];
const PLACE_IT = 'Place the sheet on the map first (key G), and they are those of this annotation.';

/** The annotation's sheet: its year, null if unknown, and the annotation's place on the earth, null without one. */
function useSheet({ document_id: documentId, document_page_id: pageId, coordinates }: ShownAnnotation) {
  const { data: pages, isLoading: isReadingPages } = useGetDocumentPagesQuery(documentId);
  const { data: georeference, isLoading: isReadingPlace } = useGetGeoreferenceQuery(pageId);
  const page = pages?.find(({ id }) => id === pageId);
  const place = useMemo(() => placeFromSheet(coordinates, georeference, page), [coordinates, georeference, page]);
  const isUnplacedSheet = georeference?.state === 'none' && isPageKind(page?.metadata?.page_type ?? '');
  return { year: page?.metadata?.year ?? null, place, isUnplacedSheet, isLoading: isReadingPages || isReadingPlace };
}

/** Since mount: a form that starts from an outdated cache entry would create a second mention. */
function useReadOnce({ isFetching, isSuccess }: { isFetching: boolean; isSuccess: boolean }): boolean {
  const [hasBegun, setBegun] = useState(false);
  const [isRead, setRead] = useState(false);
  if (isFetching && !hasBegun) setBegun(true);
  if (hasBegun && !isRead && isSuccess && !isFetching) setRead(true);
  return isRead;
}

/** With the land use that a review rule corrects. */
const withRule = (mention: Mention, { rule }: ShownAnnotation): Mention => ({
  ...mention,
  suggested_land_use: rule?.corrected_land_use ?? mention.suggested_land_use,
});

/** FEAT-01 to FEAT-18 */
export function AssociateDialog(props: AssociateDialogProps) {
  const { projectId, annotation, mayEdit, proposal, onSaved, onClose } = props;
  const styles = useStyles();
  const personId = useMe()?.id ?? '';
  const [isSaving, setSaving] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isUnsaved = isTemporary(annotation.id);
  const mention = useGetAnnotationMentionQuery(annotation.id, { skip: isUnsaved, refetchOnMountOrArgChange: true });
  const features = useGetFeaturesQuery(projectId);
  const mentions = useGetProjectMentionsQuery(projectId, { skip: !mayEdit });
  const sheet = useSheet(annotation);
  const property = useContext(ProjectContext)?.project;
  const propertyAt = useMemo(() => propertyPlace(property), [property]);
  const filled =
    sheet.place ?? (propertyAt && sheet.isUnplacedSheet ? { ...propertyAt, advice: PLACE_IT } : propertyAt);
  const { data: others = NO_ROWS } = useGetPageAnnotationsQuery(annotation.document_page_id, { skip: !mayEdit });
  const found = useMemo(
    () =>
      likelyFeatures({
        annotation,
        narrative: mention.currentData?.current_narrative ?? null,
        others,
        mentions: mentions.data ?? NO_MENTIONS,
        features: features.data ?? NO_FEATURES,
      }),
    [annotation, mention.currentData, others, mentions.data, features.data],
  );
  const isRead = useReadOnce(mention);
  const failed = [
    ...(!isRead && mention.isError ? [mention] : []),
    ...[features, mentions].filter((query) => query.isError && !query.data),
  ];
  const isReady =
    isRead &&
    mention.currentData !== undefined &&
    features.data !== undefined &&
    !sheet.isLoading &&
    (!mayEdit || mentions.data !== undefined);

  const leave = () => {
    forgetDraft(personId, annotation.key);
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(_, { open, type }) => {
        if (open || isSaving) return;
        if (!isDirty) leave();
        // a click on the backdrop is usually accidental
        else if (type !== 'backdropClick') setLeaving(true);
      }}
    >
      <DialogSurface className={styles.surface}>
        <FocusReturn />
        {isReady && !mayEdit && mention.currentData === null ? (
          <AnnotationFacts annotation={annotation} onClose={onClose} />
        ) : isReady ? (
          <AssociateForm
            projectId={projectId}
            annotation={annotation}
            mention={mention.currentData ? withRule(mention.currentData, annotation) : null}
            features={features.data ?? []}
            mentions={mentions.data ?? []}
            likely={found}
            filled={filled}
            property={propertyAt?.coordinate ?? null}
            useType={defaultUseType(sheet.year, new Date().getFullYear())}
            proposal={proposal}
            mayEdit={mayEdit}
            personId={personId}
            isSaving={isSaving}
            onSaving={setSaving}
            isLeaving={isLeaving}
            onDirty={setDirty}
            onStay={() => setLeaving(false)}
            onSaved={onSaved}
            onClose={leave}
          />
        ) : (
          <DialogBody>
            <DialogTitle>Associate with Feature</DialogTitle>
            <DialogContent>
              {failed[0] ? (
                <ErrorState
                  title="The annotation's data could not be loaded"
                  onRetry={() => failed.forEach(({ refetch }) => void refetch())}
                >
                  {errorMessage(failed[0].error, 'Please try again.')}
                </ErrorState>
              ) : isUnaccepted(annotation) ? (
                'Accept your copy of the proposal first: then it can be linked to a feature.'
              ) : (
                <Spinner label="Loading annotation data..." />
              )}
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
            </DialogActions>
          </DialogBody>
        )}
      </DialogSurface>
    </Dialog>
  );
}
