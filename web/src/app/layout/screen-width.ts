import { useMatches } from 'react-router-dom';
import { usePersonalChoice } from '../../lib/ui/personal-choice.js';

/**
 * `normal` is a readable column, `full` the window width (insights), `viewport` the window below the header without
 * padding (document viewer).
 */
export type ScreenWidth = 'normal' | 'full' | 'viewport';

export interface RouteHandle {
  width?: ScreenWidth;
}

export function useScreenWidth(): ScreenWidth {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.width ?? 'normal';
}

/** Whether the stages show above a screen that needs the height: hidden unless the person shows them. */
export function useStagesOfViewport() {
  const [choice, choose] = usePersonalChoice('stages-over-sheets', ['shown', 'hidden']);
  return { isShown: choice === 'shown', toggle: () => choose(choice === 'shown' ? 'hidden' : 'shown') };
}
