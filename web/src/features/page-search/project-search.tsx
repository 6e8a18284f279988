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
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { isApple } from '../../lib/apple.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/use-debounced.js';
import { isModalOpen } from '../../viewer/sheet/keys.js';
import { PageSearchResults } from './page-search-results.js';
import { useHitKeys } from './use-hit-keys.js';

const SHORTCUT = isApple ? '⌘K' : 'Ctrl+K';

const useStyles = makeStyles({
  surface: { maxWidth: '720px', '@media (max-width: 480px)': { padding: '16px 12px' } },
  // below the title, so that the box stays where it is while hits come and go
  content: { minHeight: 'min(60dvh, 480px)', paddingInline: tokens.spacingHorizontalXXS },
  box: { width: '100%', maxWidth: 'none' },
  hint: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
});

/** The search over the pages of the project that is open, from every screen of it. Shows nothing elsewhere. */
export function ProjectSearch() {
  const projectId = useMatch('/projects/:projectId/*')?.params.projectId;
  return projectId === undefined ? null : <SearchButton key={projectId} projectId={projectId} />;
}

function SearchButton({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  /** What was looked for last: one goes on with the next hit. */
  const [text, setText] = useState('');
  const [address] = useSearchParams();
  const label = `Search the pages of the project (${SHORTCUT})`;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (isModalOpen()) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <Tooltip content={label} relationship="label">
        <Button
          appearance="subtle"
          icon={<DocumentSearchRegular />}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && (
        <Dialog open onOpenChange={(_, { open }) => setOpen(open)}>
          <SearchDialog
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

interface SearchDialogProps {
  projectId: string;
  /** What is looked for at first. */
  text: string;
  onText: (text: string) => void;
  onFollow: () => void;
}

function SearchDialog({ projectId, text: before, onText, onFollow }: SearchDialogProps) {
  const styles = useStyles();
  const [text, setText] = useState(before);
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const keys = useHitKeys();
  return (
    <DialogSurface className={styles.surface}>
      <DialogBody>
        <DialogTitle>Search the pages</DialogTitle>
        <DialogContent className={styles.content}>
          <div {...keys}>
            <SearchBox
              className={styles.box}
              placeholder={'Words on sheets and reports, for example "gas holder"'}
              aria-label="Words on the pages of the project"
              value={text}
              onChange={(_, { value }) => {
                setText(value);
                onText(value);
              }}
            />
            {text.trim() === '' && (
              <p className={styles.hint}>
                All words must be on a page; misread ones count. Put words in quotes to find them exactly, one after the
                other.
              </p>
            )}
            <PageSearchResults projectId={projectId} words={words} onFollow={onFollow} />
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
