import { Button, Field, Link, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import {
  ClockRegular,
  CompassNorthwestRegular,
  LinkRegular,
  LocationRegular,
  PersonRegular,
} from '@fluentui/react-icons';
import { useEffect, useImperativeHandle, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { MAX_CAPTION } from '@symbio/proto/limits';
import { CopyButton } from '../../../components/copy-button.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { medium } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import { changePhoto } from '../api.js';
import { FeatureLink, PhotoLinkFields } from './photo-links.js';
import { directionText, mapAddress, positionText, takenText, type VisitPhoto } from './photo-records.js';
import { isKey } from '../../../lib/ui/keys.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '12px' },
  facts: { display: 'flex', flexWrap: 'wrap', gap: '4px 20px', margin: 0, color: tokens.colorNeutralForeground2 },
  fact: { display: 'flex', alignItems: 'center', gap: '6px', minHeight: '32px' },
  row: { display: 'flex', alignItems: 'flex-end', gap: '8px' },
  field: { flexGrow: 1 },
});

function Fact({ icon, term, children }: { icon: ReactElement; term: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.fact}>
      <dt aria-label={term} title={term} style={{ display: 'inline-flex' }}>
        {icon}
      </dt>
      <dd style={{ margin: 0, display: 'inline-flex', alignItems: 'center', gap: '4px', flexWrap: 'wrap' }}>
        {children}
      </dd>
    </div>
  );
}

/** For callers that unmount the form. */
export interface CaptionHandle {
  saveTyped: () => Promise<void>;
}

function CaptionForm({ photo, handle }: { photo: VisitPhoto; handle: Ref<CaptionHandle> }) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const { project } = useProject();
  const [text, setText] = useState(photo.caption);
  const [isLoading, setLoading] = useState(false);
  const [refused, setRefused] = useState<string>();
  /** The caption last read (if not edited) or last sent. */
  const [sent, setSent] = useState(photo.caption.trim());
  const [read, setRead] = useState(photo.caption);
  const isGone = useRef(false);
  const save = useRef<HTMLButtonElement>(null);
  const isChanged = text.trim() !== sent;
  if (photo.caption !== read) {
    setRead(photo.caption);
    // show another user's caption unless this user is editing
    if (!isChanged && !isLoading) {
      setText(photo.caption);
      setSent(photo.caption.trim());
    }
  }

  const submit = async (): Promise<void> => {
    const before = sent;
    const now = text.trim();
    setSent(now);
    setRefused(undefined);
    setLoading(true);
    const { data, error } = await dispatch(
      changePhoto.initiate({ photo, projectId: project.id, change: { caption: text } }, { track: false }),
    );
    setLoading(false);
    if (data) {
      setText((typed) => (typed === text ? data.caption : typed));
      setSent((last) => (last === now ? data.caption.trim() : last));
      return;
    }
    setSent((last) => (last === now ? before : last));
    if (isGone.current)
      notify({ type: 'error', title: 'Failed to save the caption', description: changeRefusal(error) });
    else setRefused(changeRefusal(error));
  };
  const saveTyped = async (): Promise<void> => {
    if (isChanged) await submit();
  };
  useImperativeHandle(handle, () => ({ saveTyped }));
  const leave = useRef(saveTyped);
  useEffect(() => {
    leave.current = saveTyped;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      // save the edit when another photograph is shown or the view closes
      isGone.current = true;
      void leave.current();
    };
  }, []);

  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        // the Save button disappears: keep focus in the view for its keys
        if (document.activeElement === save.current) save.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
        if (!isLoading) void submit();
      }}
    >
      <Field label="Caption" className={styles.field} validationMessage={refused}>
        <Textarea
          value={text}
          maxLength={MAX_CAPTION}
          rows={1}
          resize="none"
          placeholder="What the photograph shows, and where"
          onChange={(_, data) => setText(data.value)}
          onKeyDown={(event) => {
            if (!isKey(event, 'Enter') || event.shiftKey) return;
            event.preventDefault();
            if (isChanged) void submit();
          }}
        />
      </Field>
      {isChanged || isLoading ? (
        <Button ref={save} type="submit" appearance="primary" disabledFocusable={isLoading}>
          Save
        </Button>
      ) : null}
    </form>
  );
}

interface PhotoDetailsProps {
  photo: VisitPhoto;
  canEdit: boolean;
  caption: Ref<CaptionHandle>;
}

export function PhotoDetails({ photo, canEdit, caption }: PhotoDetailsProps) {
  const styles = useStyles();
  const taken = takenText(photo.taken_at);
  const position = positionText(photo);
  const direction = directionText(photo);
  return (
    <div className={styles.root}>
      {canEdit ? (
        <CaptionForm key={photo.id} photo={photo} handle={caption} />
      ) : (
        <p>{photo.caption || photo.file_name}</p>
      )}
      {canEdit ? <PhotoLinkFields photo={photo} /> : null}
      <dl className={styles.facts}>
        <Fact icon={<ClockRegular />} term="Taken">
          {taken ?? 'Time not recorded by the camera'}
        </Fact>
        {position ? (
          <Fact icon={<LocationRegular />} term="Place">
            <Link href={mapAddress(photo)} target="_blank" rel="noopener noreferrer" title="Show on a map">
              {position}
            </Link>
            <CopyButton text={position} what="coordinates" />
          </Fact>
        ) : null}
        {direction ? (
          <Fact icon={<CompassNorthwestRegular />} term="Direction">
            {direction}
          </Fact>
        ) : null}
        {photo.feature_id ? (
          <Fact icon={<LinkRegular />} term="Feature">
            <FeatureLink id={photo.feature_id} />
          </Fact>
        ) : null}
        <Fact icon={<PersonRegular />} term="Added by">
          {`Added by ${photo.added_by_name || 'someone'}, ${medium(photo.created_at)}`}
        </Fact>
      </dl>
    </div>
  );
}
