import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { ExportMenu, type ExportItem } from '../../components/export-menu.js';
import { useImportGeoreferenceMutation } from '../../evidence/georeferences-api.js';
import { download } from '../../lib/files/download.js';
import { changeRefusal } from '../../lib/http/errors.js';
import type { Placing } from './use-placing.js';
import { operation } from '../../lib/http/operation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  failure: { flexBasis: '100%' },
});

const ACCEPTED = '.points,.csv,.txt,.json';
const FORMATS = [
  { format: 'geotiff', label: 'GeoTIFF', ending: 'tif' },
  { format: 'gcp-geotiff', label: 'GeoTIFF with the places', ending: 'tif' },
  { format: 'worldfile', label: 'World file', ending: 'jgw' },
  { format: 'points', label: 'Places for QGIS (.points)', ending: 'points' },
  { format: 'annotation', label: 'Georeference Annotation', ending: 'json' },
] as const;

const exportsOf = (pageId: string): ExportItem[] =>
  FORMATS.map(({ format, label, ending }) => ({
    label,
    download: () =>
      download(
        operation('GET', '/api/public/document-pages/{id}/export', { path: { id: pageId }, query: { format } }),
        `sheet-${pageId}.${ending}`,
      ),
  }));

/** Places from and for other programs. */
export function PlacesFiles({ placing, mayEdit }: { placing: Placing; mayEdit: boolean }) {
  const styles = useStyles();
  const { state, dispatch, georeference, isSaving } = placing;
  const { pageId, seenAt, isChanged } = state;
  const [send, { isLoading }] = useImportGeoreferenceMutation();
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    setFailure(undefined);
    try {
      const content = await file.text();
      const read = await send({ pageId, content, updatedAt: seenAt }).unwrap();
      dispatch({ kind: 'read', georeference: read, isForced: true });
    } catch (error) {
      setFailure(changeRefusal(error));
    }
  };
  const isPlaced = georeference?.state === 'rough' || georeference?.state === 'exact';
  return (
    <div className={styles.root}>
      {failure !== undefined && (
        <MessageBar intent="error" layout="multiline" role="alert" className={styles.failure}>
          <MessageBarBody>{failure}</MessageBarBody>
        </MessageBar>
      )}
      {mayEdit && (
        <>
          <Button
            size="small"
            icon={<ArrowUploadRegular />}
            title="A .points file of QGIS, a CSV, or a Georeference Annotation; replaces all places"
            // unsaved points would be lost
            disabledFocusable={isLoading || isSaving || isChanged}
            onClick={() => input.current?.click()}
          >
            {isLoading ? 'Importing...' : 'Import places'}
          </Button>
          <input
            ref={input}
            type="file"
            accept={ACCEPTED}
            hidden
            aria-label="Choose a file with places"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // allows choosing the same file again
              event.target.value = '';
              if (file) void take(file);
            }}
          />
        </>
      )}
      {isPlaced && <ExportMenu size="small" entries={exportsOf(pageId)} />}
    </div>
  );
}
