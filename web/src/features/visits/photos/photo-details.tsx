import { Button, Field, Link, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { ClockRegular, CompassNorthwestRegular, LocationRegular, PersonRegular } from '@fluentui/react-icons';
import { useState, type ReactElement, type ReactNode } from 'react';
import { MAX_CAPTION } from '@symbio/proto/limits';
import { CopyButton } from '../../../components/copy-button.js';
import { changeRefusal } from '../../../lib/errors.js';
import { medium } from '../../../lib/formats.js';
import { useCaptionPhotoMutation } from '../api.js';
import { headingText, mapAddress, positionText, takenText, type VisitPhoto } from './photo-records.js';

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

function CaptionForm({ photo }: { photo: VisitPhoto }) {
  const styles = useStyles();
  const [text, setText] = useState(photo.caption);
  const [save, { isLoading }] = useCaptionPhotoMutation();
  const [refused, setRefused] = useState<string>();
  const isChanged = text.trim() !== photo.caption;
  const submit = async (): Promise<void> => {
    setRefused(undefined);
    const { data, error } = await save({ id: photo.id, caption: text });
    if (data) setText(data.caption);
    else setRefused(changeRefusal(error));
  };
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Caption" className={styles.field} validationMessage={refused}>
        <Textarea
          value={text}
          maxLength={MAX_CAPTION}
          rows={1}
          resize="none"
          placeholder="What this shows, and where"
          onChange={(_, data) => setText(data.value)}
          onKeyDown={(event) => {
            // the arrows of the text are not those of the gallery
            event.stopPropagation();
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            if (isChanged) void submit();
          }}
        />
      </Field>
      {isChanged ? (
        <Button type="submit" appearance="primary" disabled={isLoading}>
          Save
        </Button>
      ) : null}
    </form>
  );
}

/** What is known of a photograph: caption, time, place, direction, who added it. */
export function PhotoDetails({ photo, canEdit }: { photo: VisitPhoto; canEdit: boolean }) {
  const styles = useStyles();
  const taken = takenText(photo.taken_at);
  const position = positionText(photo);
  const heading = headingText(photo.heading);
  return (
    <div className={styles.root}>
      {canEdit ? <CaptionForm key={photo.id} photo={photo} /> : <p>{photo.caption || photo.file_name}</p>}
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
        {heading ? (
          <Fact icon={<CompassNorthwestRegular />} term="Direction">
            {heading}
          </Fact>
        ) : null}
        <Fact icon={<PersonRegular />} term="Added by">
          {`Added by ${photo.added_by_name || 'somebody'}, ${medium(photo.created_at)}`}
        </Fact>
      </dl>
    </div>
  );
}
