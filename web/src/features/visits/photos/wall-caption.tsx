import { Field, makeStyles, mergeClasses, Textarea, tokens } from '@fluentui/react-components';
import { MAX_CAPTION } from '@symbio/proto/limits';
import { useRef, useState } from 'react';
import { useUnsaved } from '../../../lib/edits/unsaved.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { isKey } from '../../../lib/ui/keys.js';
import { changePhoto } from '../api.js';
import type { VisitPhoto } from './photo-records.js';

const useStyles = makeStyles({
  text: {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  plain: { marginTop: '6px' },
  edit: {
    display: 'block',
    width: '100%',
    minHeight: '28px',
    margin: '4px 0 0 -4px',
    padding: '2px 4px',
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'text',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  empty: { color: tokens.colorNeutralForeground3 },
  field: { marginTop: '4px' },
});

interface WallCaptionProps {
  photo: VisitPhoto;
  /** From 1. */
  number: number;
  canEdit: boolean;
}

interface CaptionInputProps {
  photo: VisitPhoto;
  number: number;
  /**
   * @param isByKey the focus was in the field
   * @param saved absent if cancelled
   */
  onClose: (isByKey: boolean, saved?: string) => void;
}

/** Enter and leaving the field save, Escape cancels. After a failure the text stays. */
function CaptionInput({ photo, number, onClose }: CaptionInputProps) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const { project } = useProject();
  const [text, setText] = useState(photo.caption);
  const [refused, setRefused] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  useUnsaved(text.trim() !== photo.caption.trim());
  const save = async (isByKey: boolean): Promise<void> => {
    if (isSaving) return;
    if (text.trim() === photo.caption.trim()) {
      onClose(isByKey);
      return;
    }
    setSaving(true);
    setRefused(undefined);
    const { error } = await dispatch(
      changePhoto.initiate({ photo, projectId: project.id, change: { caption: text.trim() } }, { track: false }),
    );
    setSaving(false);
    if (error) setRefused(changeRefusal(error));
    else onClose(isByKey);
  };
  return (
    <Field className={styles.field} validationMessage={refused}>
      <Textarea
        aria-label={`Caption of photograph ${number}`}
        value={text}
        maxLength={MAX_CAPTION}
        rows={2}
        resize="none"
        autoFocus
        readOnly={isSaving}
        placeholder="What the photograph shows, and where"
        onChange={(_, data) => setText(data.value)}
        onBlur={() => void save(false)}
        onKeyDown={(event) => {
          if (isKey(event, 'Escape')) {
            event.stopPropagation();
            onClose(true);
          } else if (isKey(event, 'Enter') && !event.shiftKey) {
            event.preventDefault();
            void save(true);
          }
        }}
      />
    </Field>
  );
}

export function WallCaption({ photo, number, canEdit }: WallCaptionProps) {
  const styles = useStyles();
  const [isEditing, setEditing] = useState(false);
  const { caption } = photo;
  const returns = useRef(false);
  if (!canEdit)
    return photo.caption ? <p className={mergeClasses(styles.text, styles.plain)}>{photo.caption}</p> : null;
  if (isEditing)
    return (
      <CaptionInput
        photo={photo}
        number={number}
        onClose={(isByKey) => {
          returns.current = isByKey;
          setEditing(false);
        }}
      />
    );
  return (
    <button
      ref={(element) => {
        if (!element || !returns.current) return;
        returns.current = false;
        element.focus();
      }}
      type="button"
      className={styles.edit}
      aria-label={
        caption ? `Edit the caption of photograph ${number}: ${caption}` : `Add a caption to photograph ${number}`
      }
      onClick={() => setEditing(true)}
    >
      <span className={mergeClasses(styles.text, caption === '' && styles.empty)}>{caption || 'Add a caption'}</span>
    </button>
  );
}
