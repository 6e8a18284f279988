import { useMatches } from 'react-router-dom';

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
