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
} from '@fluentui/react-components';
import { useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { FocusReturn } from '../../components/focus-return.js';
import { useHitKeys } from '../../features/page-search/use-hit-keys.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/ui/use-debounced.js';
import { PaletteResults } from './palette-results.js';
import { isKey } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
  // aligned to the top, so the box does not move as results change
  surface: {
    maxWidth: '720px',
    marginTop: 'min(12dvh, 96px)',
    '@media (max-width: 480px)': { padding: '16px 12px', marginTop: '12px' },
  },
  // Fluent limits the body to the window; the surface would stay smaller than its content
  body: { maxHeight: 'calc(min(76dvh, 620px) - 48px)' },
  content: { paddingInline: tokens.spacingHorizontalXXS },
  box: { width: '100%', maxWidth: 'none' },
  hint: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
});

interface PaletteDialogProps {
  projectId: string | undefined;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

export function PaletteDialog({ projectId, text: before, onText, onClose }: PaletteDialogProps) {
  const styles = useStyles();
  const [text, setText] = useState(before);
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const { ref, onKeyDown } = useHitKeys();
  /** Opens the first result, once results match the input. */
  const onBoxKeyDown = (event: ReactKeyboardEvent) => {
    if (!isKey(event, 'Enter') || words === '' || words !== text.trim()) return;
    event.preventDefault();
    ref.current?.querySelector<HTMLElement>('[data-search-hit]')?.click();
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => open || onClose()}>
      <DialogSurface className={styles.surface}>
        <FocusReturn />
        <DialogBody className={styles.body}>
          <DialogTitle>Search</DialogTitle>
          <DialogContent className={styles.content}>
            <div ref={ref} onKeyDown={onKeyDown}>
              <SearchBox
                className={styles.box}
                placeholder="Words on pages, names, addresses, screens"
                aria-label="Search"
                value={text}
                onKeyDown={onBoxKeyDown}
                onChange={(_, { value }) => {
                  setText(value);
                  onText(value);
                }}
              />
              {text.trim() === '' && (
                <p className={styles.hint}>
                  Finds words on the pages of your projects, including misread ones; words in quotes as an exact phrase.
                  Also finds projects, documents, features and screens by name.
                </p>
              )}
              <PaletteResults projectId={projectId} words={words} onFollow={onClose} />
            </div>
          </DialogContent>
          {/* after the input in the DOM, so the input gets initial focus */}
          <DialogActions>
            <DialogTrigger action="close" disableButtonEnhancement>
              <Button>Close</Button>
            </DialogTrigger>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
