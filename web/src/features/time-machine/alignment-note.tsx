import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { dateOnly } from '../../lib/ui/formats.js';
import { fitText } from './stored-alignments.js';
import type { TimeSheet } from './time-sheet.js';
import type { PairAlignment } from './use-alignment.js';

const useStyles = makeStyles({
  root: {
    minWidth: 0,
    marginInlineStart: 'auto',
    padding: `0 ${tokens.spacingHorizontalL}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 760px)': { display: 'none' },
  },
});

interface AlignmentNoteProps {
  found: PairAlignment;
  second: TimeSheet;
  /** The alignment belongs to this view only. */
  isOwn: boolean;
  onProject: () => void;
  onAlign: () => void;
}

export function AlignmentNote({ found, second, isOwn, onProject, onAlign }: AlignmentNoteProps) {
  const styles = useStyles();
  const { alignment, stored, fit, failure } = found;
  const state = fitText(alignment, second, fit);
  if (failure)
    return (
      <span className={styles.root} role="alert" data-testid="alignment-note">
        The project’s alignment of these sheets could not be loaded.{' '}
        <Link inline as="button" onClick={failure.onRetry}>
          Retry
        </Link>
      </span>
    );
  if (isOwn)
    return (
      <span className={styles.root} data-testid="alignment-note">
        This alignment is only in this link. {state}{' '}
        {stored && (
          <Link inline onClick={onProject}>
            Use the project’s
          </Link>
        )}
        {stored && found.maySave && ' · '}
        {found.maySave && found.isKnown && (
          <Link inline onClick={() => void found.save(alignment)}>
            Store for the project
          </Link>
        )}
      </span>
    );
  if (alignment.pairs.length === 0 && !alignment.base && !found.isLoading)
    return (
      <span className={styles.root} data-testid="alignment-note">
        {state}{' '}
        <Link inline as="button" onClick={onAlign}>
          Align now
        </Link>
      </span>
    );
  const text = stored ? `Aligned by ${stored.byName || 'someone'}, ${dateOnly(stored.updatedAt)}. ${state}` : state;
  return (
    <span className={styles.root} title={text} data-testid="alignment-note">
      {text}
    </span>
  );
}
