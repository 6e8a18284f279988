import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DismissRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import type { Feature } from '../../../evidence/evidence-api.js';
import { keyOf } from '../../../lib/ui/keys.js';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import type { Sighting } from '../sightings.js';
import { DeterminationForm } from './determination-form.js';
import { DeterminationHistory } from './determination-history.js';
import { DeterminationProposals } from './determination-proposals.js';
import {
  useGetDeterminationProposalsQuery,
  useGetDeterminationQuestionsQuery,
  useGetDeterminationsQuery,
} from './determinations-api.js';
import { isInText } from './in-text.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 980px)' },
  title: { overflowWrap: 'anywhere' },
  actions: { display: 'flex', gap: tokens.spacingHorizontalXS },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, paddingBottom: '24px' },
});

interface DeterminationDrawerProps {
  feature: Feature;
  sightings: readonly Sighting[];
  canEdit: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose: () => void;
}

/** Keys: J and K for the next and previous feature, 1 to 6 for the kind. */
export function DeterminationDrawer({ feature, ...props }: DeterminationDrawerProps) {
  const styles = useStyles();
  const { sightings, canEdit, onPrevious, onNext, onClose } = props;
  const questions = useGetDeterminationQuestionsQuery();
  const { currentData: records, error, refetch } = useGetDeterminationsQuery(feature.id);
  const { currentData: proposals } = useGetDeterminationProposalsQuery(feature.id);
  const steps = useRef({ j: onNext, k: onPrevious });
  useEffect(() => {
    steps.current = { j: onNext, k: onPrevious };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.defaultPrevented || isInText(event.target) || isLetterKeyOff(event)) return;
      steps.current[key]?.();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const failure = error ?? questions.error;
  const active = records?.find(({ status }) => status === 'active');
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      onOpenChange={(_, { open }) => !open && onClose()}
      aria-label={`Determination of ${feature.name}`}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          heading={{ className: styles.title }}
          action={
            <div className={styles.actions}>
              <Button
                appearance="subtle"
                aria-label="Previous feature (K)"
                icon={<ArrowUpRegular />}
                disabled={!onPrevious}
                onClick={() => onPrevious?.()}
              />
              <Button
                appearance="subtle"
                aria-label="Next feature (J)"
                icon={<ArrowDownRegular />}
                disabled={!onNext}
                onClick={() => onNext?.()}
              />
              <Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />
            </div>
          }
        >
          {feature.name}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        {failure ? (
          <LoadErrorMessage
            what="The determination"
            error={failure}
            onRetry={() => {
              void refetch();
              void questions.refetch();
            }}
          />
        ) : !records || !questions.data ? (
          <LoadingView label="Loading determination..." />
        ) : (
          <>
            <DeterminationProposals proposals={proposals ?? []} canEdit={canEdit} />
            <DeterminationForm
              key={`${feature.id} ${active?.id ?? ''}`}
              featureId={feature.id}
              questions={questions.data}
              sightings={sightings}
              active={active}
              canEdit={canEdit}
            />
            <DeterminationHistory records={records} canEdit={canEdit} />
          </>
        )}
      </DrawerBody>
    </OverlayDrawer>
  );
}
