import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Choosing annotations by taps. */
interface Choosing {
  isChoosing: boolean;
  begin: () => void;
  end: () => void;
}

/** The page whose annotations are chosen, as the entry of the browser's history keeps it. */
function choosingOf(state: unknown): string | null {
  const kept = state !== null && typeof state === 'object' ? (state as { choosing?: unknown }).choosing : null;
  return typeof kept === 'string' ? kept : null;
}

/**
 * Whether a finger chooses annotations of a page, one more with every tap. It is a step of the browser's history of its own, so
 * that Back ends it, as on a phone everything that lies over a screen ends.
 *
 * @param onEnd nothing is chosen any more; stable between renders
 */
export function useChoosing(pageId: string, onEnd: () => void): Choosing {
  const navigate = useNavigate();
  const location = useLocation();
  const { search } = location;
  const isChoosing = choosingOf(location.state as unknown) === pageId && pageId !== '';
  const wasChoosing = useRef(false);
  useEffect(() => {
    if (wasChoosing.current && !isChoosing) onEnd();
    wasChoosing.current = isChoosing;
  }, [isChoosing, onEnd]);
  const begin = useCallback(() => {
    if (!isChoosing) void navigate({ search }, { state: { choosing: pageId } });
  }, [isChoosing, navigate, pageId, search]);
  const end = useCallback(() => {
    if (isChoosing) void navigate(-1);
  }, [isChoosing, navigate]);
  return { isChoosing, begin, end };
}
