import { Button, Tooltip } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { isApple } from '../../lib/ui/platform.js';
import { notifyMissingChunk } from '../../lib/ui/missing-chunk.js';
import { useLoaded } from '../../lib/ui/use-loaded.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';
import { keyOf } from '../../lib/ui/keys.js';

const dialog = () => import('./palette-dialog.js');

/** Milliseconds: after the screen has loaded. */
const AHEAD_MS = 3_000;

const SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';

/** Ctrl+K opens it; "/" focuses the screen's search, or opens the palette if it has none. */
export function Palette() {
  const projectId = useMatch('/projects/:projectId/*')?.params.projectId;
  return <PaletteButton key={projectId} projectId={projectId} />;
}

function PaletteButton({ projectId }: { projectId: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  /** Last search, kept for the next opening. */
  const [text, setText] = useState('');
  const [address] = useSearchParams();
  const onMissing = useCallback(() => {
    setOpen(false);
    void notifyMissingChunk();
  }, []);
  const loaded = useLoaded(dialog, isOpen, onMissing);
  const label = `Search (${SHORTCUT})`;

  // preloaded, so typing right after Ctrl+K is not lost; opening retries a failed load
  useEffect(() => {
    const ahead = setTimeout(() => void dialog().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(ahead);
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModalOpen() || isLetterKeyOff(event)) return;
      const isAsked = keyOf(event) === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = keyOf(event) === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (event.altKey || !(isAsked || isSlash)) return;
      event.preventDefault();
      const box = isSlash ? document.querySelector<HTMLInputElement>('main input[type="search"]:enabled') : null;
      if (box) box.focus();
      else setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Tooltip content={label} relationship="label">
        <Button
          appearance="subtle"
          icon={<SearchRegular />}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && loaded && (
        <loaded.PaletteDialog
          projectId={projectId}
          text={text || (address.get('q') ?? '')}
          onText={setText}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
