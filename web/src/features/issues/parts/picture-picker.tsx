import { Button, makeStyles, mergeClasses, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { CameraRegular, DeleteRegular, ImageAddRegular } from '@fluentui/react-icons';
import { useRef, useState, type DragEvent } from 'react';
import { fileSize } from '../../../lib/ui/formats.js';
import { focusNeighbour } from './focus-neighbour.js';
import { canCapture, capturePage } from './page-capture.js';
import { ACCEPTED_PICTURES, filesOf, type SelectedPicture, type RefusedFile } from './selected-pictures.js';
import { Thumbnail } from './thumbnail.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '10px', minWidth: 0 },
  area: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    width: '100%',
    padding: '14px 16px',
    textAlign: 'left',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1.5px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  dropping: { backgroundColor: tokens.colorBrandBackground2, border: `1.5px solid ${tokens.colorBrandStroke1}` },
  icon: { flexShrink: 0, fontSize: '28px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  capture: { alignSelf: 'flex-start' },
  refusals: { margin: 0, padding: 0, listStyleType: 'none', overflowWrap: 'anywhere' },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '12px',
  },
  picture: {
    display: 'block',
    width: '72px',
    height: '54px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

interface PreviewsProps {
  pictures: readonly SelectedPicture[];
  refused: readonly RefusedFile[];
  onRemove: (id: string) => void;
  isBusy?: boolean;
}

function RefusedFiles({ refused }: Pick<PreviewsProps, 'refused'>) {
  const styles = useStyles();
  return (
    <MessageBar intent="warning" layout="multiline" role="alert">
      <MessageBarBody>
        <ul className={styles.refusals} aria-label="Rejected files">
          {refused.map(({ name, reason }, index) => (
            <li key={index}>{`${name}: ${reason}`}</li>
          ))}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}

export function PicturePreviews({ pictures, refused, onRemove, isBusy = false }: PreviewsProps) {
  const styles = useStyles();
  return (
    <>
      {refused.length > 0 ? <RefusedFiles refused={refused} /> : null}
      {pictures.length > 0 ? (
        <ul className={styles.list} aria-label="Chosen screenshots">
          {pictures.map(({ id, file, url, problem }) => (
            <li key={id} className={styles.item}>
              <span className={styles.picture}>
                <Thumbnail picture={{ id, url, thumbnail_url: null, file_name: file.name }} alt={file.name} />
              </span>
              <span className={styles.words}>
                <span className={styles.name} title={file.name}>
                  {file.name}
                </span>
                <span className={styles.hint}>{fileSize(file.size)}</span>
                {problem === undefined ? null : <span className={styles.problem}>{problem}</span>}
              </span>
              <Button
                appearance="subtle"
                size="small"
                icon={<DeleteRegular />}
                disabled={isBusy}
                aria-label={`Remove ${file.name}`}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  onRemove(id);
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

interface PicturePickerProps {
  onPick: (files: File[]) => void;
  onCapture?: (isCapturing: boolean) => void;
  disabled?: boolean;
}

/** ISSUE-33; pasting works on the whole page. */
export function PicturePicker({ onPick, onCapture, disabled = false }: PicturePickerProps) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const captureButton = useRef<HTMLButtonElement>(null);
  const [isDropping, setDropping] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    // the surrounding dialog handles drops, too
    event.stopPropagation();
    setDropping(false);
    if (!disabled) onPick(filesOf(event.dataTransfer));
  };
  const capture = async (): Promise<void> => {
    setFailed(false);
    try {
      const file = await capturePage(() => onCapture?.(true));
      if (file) onPick([file]);
    } catch {
      // inline: a toast would be outside a surrounding dialog
      setFailed(true);
    } finally {
      onCapture?.(false);
      // hiding removed focus, without which the dialog ignores keys
      requestAnimationFrame(() => captureButton.current?.focus());
    }
  };
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={mergeClasses(styles.area, isDropping && styles.dropping)}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={(event) => {
          // ignore dragleave for child elements
          const into = event.relatedTarget;
          if (!(into instanceof Node && event.currentTarget.contains(into))) setDropping(false);
        }}
        onDrop={drop}
      >
        <span className={styles.icon}>
          <ImageAddRegular aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>Add Images</span> <span>Click to add screenshots or drag and drop</span>{' '}
          <span className={styles.hint}>PNG, JPG, GIF up to 10MB each</span>
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_PICTURES}
        multiple
        hidden
        aria-label="Choose screenshots"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          // allows choosing the same file again after removal
          event.target.value = '';
        }}
      />
      {canCapture() ? (
        <Button
          ref={captureButton}
          className={styles.capture}
          size="small"
          icon={<CameraRegular />}
          disabled={disabled}
          onClick={() => void capture()}
        >
          Capture this page
        </Button>
      ) : null}
      {hasFailed ? (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>The page could not be captured. Add a screenshot as a file.</MessageBarBody>
        </MessageBar>
      ) : null}
    </div>
  );
}
