import { Button, Tooltip } from '@fluentui/react-components';
import { CheckmarkStarburstRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { useProject } from '../../lib/project/project-context.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';
import { endReview, startReview } from './review-visit.js';
import { useReviewState } from './use-review.js';
import { keyOf } from '../../lib/ui/keys.js';

/** Also by Shift+V. The state is in the URL (`review=1`), so links can open it. */
export function ReviewButton() {
  const { project, canEdit } = useProject();
  const { documentId } = useParams();
  const [address, setAddress] = useSearchParams();
  const { queue, isReady } = useReviewState();
  const isOn = address.get('review') === '1';
  const askedId = address.get('annotation');
  const asked = useRef(askedId);
  useEffect(() => {
    asked.current = askedId;
  });
  useEffect(() => {
    if (isOn) startReview(project.id, asked.current);
    else endReview(project.id);
  }, [isOn, project.id]);

  const toggle = () => {
    const next = new URLSearchParams(address);
    if (isOn) next.delete('review');
    else {
      next.set('review', '1');
      // start with the most urgent proposal
      next.delete('annotation');
    }
    setAddress(next, { replace: true });
  };
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  const isOffered = canEdit && (isOn || (isReady && queue.length > 0));
  useEffect(() => {
    if (!isOffered) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, altKey, metaKey, shiftKey, repeat, target } = event;
      if (keyOf(event) !== 'v' || ctrlKey || altKey || metaKey || !shiftKey || repeat) return;
      if (event.defaultPrevented || isTyping(target) || isModalOpen() || isLetterKeyOff(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOffered]);

  if (!isOffered) return null;
  // all remaining proposals are on other documents
  const isElsewhere = !isOn && queue.every(({ annotation }) => annotation.document_id !== documentId);
  return (
    <Tooltip content="Review what AI agents propose (Shift+V)" relationship="description">
      <Button
        size="small"
        appearance={isOn ? 'primary' : 'secondary'}
        icon={<CheckmarkStarburstRegular />}
        aria-pressed={isOn}
        aria-keyshortcuts="Shift+V"
        data-testid="review-button"
        onClick={toggle}
      >
        {isReady ? `${isElsewhere ? 'Review elsewhere' : 'Review'} (${queue.length})` : 'Review'}
      </Button>
    </Tooltip>
  );
}
