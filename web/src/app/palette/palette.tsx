import { Button, Tooltip } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { isLetterKeyOff } from '../../lib/letter-keys.js';
import { isApple } from '../../lib/apple.js';
import { tellMissingPart } from '../../lib/missing-part.js';
import { useLoaded } from '../../lib/use-loaded.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';

const dialog = () => import('./palette-dialog.js');

/** Milliseconds after which the dialog is fetched for whoever opens it later: by then the screen is there. */
const AHEAD_MS = 3_000;

const SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';

/**
 * Leads from everywhere to everywhere by what is typed: screens and projects, and in a project also its documents,
 * features and the words on its pages. Ctrl+K opens it; "/" goes to the search of the screen, or here where it has none.
 */
export function Palette() {
  const projectId = useMatch('/projects/:projectId/*')?.params.projectId;
  return <PaletteButton key={projectId} projectId={projectId} />;
}

function PaletteButton({ projectId }: { projectId: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  /** What was looked for last: one goes on with the next hit. */
  const [text, setText] = useState('');
  const [address] = useSearchParams();
  // the next press tries again
  const onMissing = useCallback(() => {
    setOpen(false);
    void tellMissingPart();
  }, []);
  const loaded = useLoaded(dialog, isOpen, onMissing);
  const label = `Search and go to (${SHORTCUT})`;

  // so that nothing of what is typed right after Ctrl+K is lost; where it cannot be fetched now, opening it tries again
  useEffect(() => {
    const ahead = setTimeout(() => void dialog().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(ahead);
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModalOpen() || isLetterKeyOff(event)) return;
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
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
