import { usePersonalChoice } from '../../../lib/ui/personal-choice.js';

export function useFirstStepsDue(): boolean {
  const [state] = usePersonalChoice('first-steps', ['hidden']);
  const [found] = usePersonalChoice('first-steps.found', ['done']);
  const [compared] = usePersonalChoice('first-steps.compared', ['done']);
  const [dropped] = usePersonalChoice('first-steps.dropped', ['done']);
  return state === null && (found === null || compared === null || dropped === null);
}
