import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  SearchBox,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useEffect, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { useHitKeys } from '../../features/page-search/use-hit-keys.js';
import { isApple } from '../../lib/apple.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/use-debounced.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';
import { PaletteResults } from './palette-results.js';

const SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';

const useStyles = makeStyles({
  // hangs from above, so that the box stays where it is while hits come and go
  surface: {
    maxWidth: '720px',
    maxHeight: 'min(76dvh, 620px)',
    marginTop: 'min(12dvh, 96px)',
    '@media (max-width: 480px)': { padding: '16px 12px', marginTop: '12px' },
  },
  content: { paddingInline: tokens.spacingHorizontalXXS },
  box: { width: '100%', maxWidth: 'none' },
  hint: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
});

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
  const label = `Search and go to (${SHORTCUT})`;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModalOpen()) return;
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
      {isOpen && (
        <Dialog open onOpenChange={(_, { open }) => setOpen(open)}>
          <PaletteDialog
            projectId={projectId}
            text={text || (address.get('q') ?? '')}
            onText={setText}
            onFollow={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

interface PaletteDialogProps {
  projectId: string | undefined;
  /** What is looked for at first. */
  text: string;
  onText: (text: string) => void;
  onFollow: () => void;
}

function PaletteDialog({ projectId, text: before, onText, onFollow }: PaletteDialogProps) {
  const styles = useStyles();
  const [text, setText] = useState(before);
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const { ref, onKeyDown } = useHitKeys();
  /** Enter in the box goes to what is first, once that belongs to what is typed. */
  const onBoxKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || words === '' || words !== text.trim()) return;
    event.preventDefault();
    ref.current?.querySelector<HTMLElement>('[data-search-hit]')?.click();
  };
  return (
    <DialogSurface className={styles.surface}>
      <DialogBody>
        <DialogTitle>Search and go to</DialogTitle>
        <DialogContent className={styles.content}>
          <div ref={ref} onKeyDown={onKeyDown}>
            <SearchBox
              className={styles.box}
              placeholder={projectId === undefined ? 'Projects and screens' : 'Words on pages, names, screens'}
              aria-label="Search and go to"
              value={text}
              onKeyDown={onBoxKeyDown}
              onChange={(_, { value }) => {
                setText(value);
                onText(value);
              }}
            />
            {projectId !== undefined && text.trim() === '' && (
              <p className={styles.hint}>
                Finds words on all pages of the project, misread ones, too; in quotes exactly and one after the other.
                Finds documents, features and screens by their names.
              </p>
            )}
            <PaletteResults projectId={projectId} words={words} onFollow={onFollow} />
          </div>
        </DialogContent>
        {/* behind the box, which takes the focus as the first thing that can */}
        <DialogActions>
          <DialogTrigger action="close" disableButtonEnhancement>
            <Button>Close</Button>
          </DialogTrigger>
        </DialogActions>
      </DialogBody>
    </DialogSurface>
  );
}
