import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

interface MultiSelect {
  isChoosing: boolean;
  begin: () => void;
  end: () => void;
}

function multiSelectOf(state: unknown): string | null {
  const kept = state !== null && typeof state === 'object' ? (state as { choosing?: unknown }).choosing : null;
  return typeof kept === 'string' ? kept : null;
}

/** Every tap adds an annotation. The mode has its own history entry, so Back ends it as usual on phones. */
export function useMultiSelect(pageId: string, onEnd: () => void): MultiSelect {
  const navigate = useNavigate();
  const location = useLocation();
  const { search } = location;
  /** Set before the history updates, so nothing for a single selection flashes. */
  const [begunOn, setBegunOn] = useState<string | null>(null);
  const isChoosing = begunOn === pageId && pageId !== '';
  const isEntered = multiSelectOf(location.state as unknown) === pageId;
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
