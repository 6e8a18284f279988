import { Button } from '@fluentui/react-components';
import { lazy, Suspense } from 'react';
import { countText } from '../../lib/ui/formats.js';
import { useProject } from '../../lib/project/project-context.js';
import type { Proposal } from './proposal.js';
import { changeVisit, showSuppressed, useVisit } from './review-visit.js';

const ReviewRulesDialog = lazy(() =>
  import('./review-rules-dialog.js').then((module) => ({ default: module.ReviewRulesDialog })),
);

interface ReviewRulesButtonProps {
  suppressed: readonly Proposal[];
}

/** Opens the rules of the project. */
export function ReviewRulesButton({ suppressed }: ReviewRulesButtonProps) {
  const { project } = useProject();
  const { showsRules } = useVisit(project.id);
  const setOpen = (isOpen: boolean) => changeVisit(project.id, () => ({ showsRules: isOpen }));
  return (
    <>
      <Button size="small" appearance="subtle" onClick={() => setOpen(true)}>
        {suppressed.length === 0 ? 'Rules' : `${countText(suppressed.length, 'proposal')} hidden by rules`}
      </Button>
      {showsRules && (
        <Suspense fallback={null}>
          <ReviewRulesDialog
            projectId={project.id}
            suppressed={suppressed}
            onShow={({ annotation }) => {
              setOpen(false);
              showSuppressed(project.id, annotation.id);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
