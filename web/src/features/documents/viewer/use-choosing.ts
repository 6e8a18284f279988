import { useCallback, useEffect, useRef, useState } from 'react';
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
  /** At once, before the history has its entry: nothing that belongs to a selection of one comes up in between. */
  const [begunOn, setBegunOn] = useState<string | null>(null);
  const isChoosing = begunOn === pageId && pageId !== '';
  const isEntered = choosingOf(location.state as unknown) === pageId;
  const wasEntered = useRef(false);
  useEffect(() => {
    if (wasEntered.current && !isEntered) {
      setBegunOn(null);
      onEnd();
    }
    wasEntered.current = isEntered;
  }, [isEntered, onEnd]);
  const begin = useCallback(() => {
    if (isChoosing) return;
    setBegunOn(pageId);
    void navigate({ search }, { state: { choosing: pageId } });
  }, [isChoosing, navigate, pageId, search]);
  const end = useCallback(() => {
    if (isChoosing) void navigate(-1);
  }, [isChoosing, navigate]);
  return { isChoosing, begin, end };
}
