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
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useMe } from '../../lib/session/me.js';
import { isTemporary, isUnaccepted } from '../annotation-records.js';
import type { ShownAnnotation } from '../annotation-records.js';
import { useGetAnnotationMentionQuery, useGetFeaturesQuery, useGetProjectMentionsQuery } from '../evidence-api.js';
import { AnnotationFacts } from './annotation-facts.js';
import { AssociateForm } from './associate-form.js';
import { forgetDraft } from './drafts.js';

const useStyles = makeStyles({ surface: { maxWidth: '640px' } });

interface AssociateDialogProps {
  projectId: string;
  annotation: ShownAnnotation;
  mayEdit: boolean;
  onClose: () => void;
}

/** Since mount: a form that starts from an outdated cache entry would create a second mention. */
function useReadOnce({ isFetching, isSuccess }: { isFetching: boolean; isSuccess: boolean }): boolean {
  const [hasBegun, setBegun] = useState(false);
  const [isRead, setRead] = useState(false);
  if (isFetching && !hasBegun) setBegun(true);
  if (hasBegun && !isRead && isSuccess && !isFetching) setRead(true);
  return isRead;
}

/** FEAT-01 to FEAT-18 */
export function AssociateDialog({ projectId, annotation, mayEdit, onClose }: AssociateDialogProps) {
  const styles = useStyles();
  const personId = useMe()?.id ?? '';
  const [isSaving, setSaving] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isUnsaved = isTemporary(annotation.id);
  const mention = useGetAnnotationMentionQuery(annotation.id, { skip: isUnsaved, refetchOnMountOrArgChange: true });
  const features = useGetFeaturesQuery(projectId);
  const mentions = useGetProjectMentionsQuery(projectId, { skip: !mayEdit });
  const isRead = useReadOnce(mention);
  const failed = [
    ...(!isRead && mention.isError ? [mention] : []),
    ...[features, mentions].filter((query) => query.isError && !query.data),
  ];
  const isReady =
    isRead &&
    mention.currentData !== undefined &&
    features.data !== undefined &&
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
            mention={mention.currentData ?? null}
            features={features.data ?? []}
            mentions={mentions.data ?? []}
            mayEdit={mayEdit}
            personId={personId}
            isSaving={isSaving}
            onSaving={setSaving}
            isLeaving={isLeaving}
            onDirty={setDirty}
            onStay={() => setLeaving(false)}
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
