import { Button } from '@fluentui/react-components';
import { CheckmarkStarburstRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useProject } from '../../lib/project/project-context.js';
import { reviewAddress, useReviewState } from './use-review.js';
import { countText } from '../../lib/ui/formats.js';

/** To the most urgent proposal; renders nothing without open proposals or permission. */
export function ReviewEntry() {
  const { project } = useProject();
  const navigate = useNavigate();
  const { queue, isReady } = useReviewState();
  const [first] = queue;
  if (!isReady || !first) return null;
  return (
    <Button
      appearance="primary"
      icon={<CheckmarkStarburstRegular />}
      onClick={() => void navigate(reviewAddress(project.id, first.annotation))}
    >
      {`Review ${countText(queue.length, 'proposal')}`}
    </Button>
  );
}
