import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import {
  useAddStreetFileMutation,
  useDeleteStreetFileMutation,
  useGetStreetFilesQuery,
} from '../../evidence/streets-api.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, alignItems: 'flex-start' },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const ACCEPTED = '.geojson,.json,.csv,.zip';
const NONE_YET =
  'This project has no street lines. With them, crossings and addresses can be typed, and places are proposed. Add GeoJSON, a CSV of crossings or a zipped shapefile.';

/** The street lines that name crossings and addresses, and their upload. */
export function StreetLines() {
  const styles = useStyles();
  const { project } = useProject();
  const { data: files } = useGetStreetFilesQuery(project.id);
  const [add, { isLoading }] = useAddStreetFileMutation();
  const [remove] = useDeleteStreetFileMutation();
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = async (file: File): Promise<void> => {
    setFailure(undefined);
    try {
      const added = await add({ projectId: project.id, file }).unwrap();
      if ('error' in added) setFailure(added.error);
      else
        offerUndo(
          { title: 'Street lines added', description: added.file_name },
          { what: 'street lines', undo: () => remove({ projectId: project.id, fileId: added.id }).unwrap() },
        );
    } catch (error) {
      setFailure(changeRefusal(error));
    }
  };
  if (!files) return null;
  const crossings = files.reduce((sum, file) => sum + file.crossings, 0);
  return (
    <section className={styles.root} aria-label="Street lines">
      {failure !== undefined && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.row}>
        <Text role="status" size={200}>
          {files.length === 0 ? NONE_YET : `Street lines with ${crossings.toLocaleString('en-US')} crossings.`}
        </Text>
        <Button
          size="small"
          icon={<ArrowUploadRegular />}
          disabledFocusable={isLoading}
          onClick={() => input.current?.click()}
        >
          {isLoading ? 'Uploading...' : 'Add street lines'}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label="Choose a street file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // allows choosing the same file again
          event.target.value = '';
          if (file) void upload(file);
        }}
      />
    </section>
  );
}
