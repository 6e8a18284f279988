import { Button, Checkbox, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular, DrawShapeRegular } from '@fluentui/react-icons';
import type { Place } from '@symbio/georeference';
import { acresText, milesText, radiiByDistance } from '../../../evidence/boundary-text.js';
import { BoundaryUpload } from '../../../evidence/boundary-upload.js';
import { countText } from '../../../lib/ui/formats.js';
import { FEWEST_CORNERS, outlineProblem } from './outline.js';
import type { BoundaryOnMap } from './use-boundary-on-map.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
  muted: { color: tokens.colorNeutralForeground3 },
});

interface BoundaryPanelProps {
  boundary: BoundaryOnMap;
  /** Of the map: the keyboard's alternative to a click. */
  middle: Place | null;
}

/** The property's boundary beside the map: its size, an upload, and drawing it. */
export function BoundaryPanel({ boundary, middle }: BoundaryPanelProps) {
  const styles = useStyles();
  const { acres, canEdit, changes, corners, far, hasGeometry, radii } = boundary;
  return (
    <section className={styles.root} aria-label="Boundary">
      <Text as="h2" weight="semibold">
        {acres === null ? 'Boundary' : `Boundary (${acresText(acres)})`}
      </Text>
      {changes.failure && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{changes.failure}</MessageBarBody>
        </MessageBar>
      )}
      {far !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{far}</MessageBarBody>
        </MessageBar>
      )}
      {corners ? (
        <Drawing boundary={boundary} corners={corners} middle={middle} />
      ) : (
        <>
          {acres === null && (
            <Text size={200} className={styles.muted}>
              {canEdit
                ? 'Draw it on the map, or upload it as GeoJSON, KML or a zipped shapefile.'
                : 'The project has no boundary yet.'}
            </Text>
          )}
          {canEdit && (
            <div className={styles.buttons}>
              <Button size="small" icon={<DrawShapeRegular />} onClick={boundary.begin}>
                {acres === null ? 'Draw boundary' : 'Draw again'}
              </Button>
              <BoundaryUpload
                size="small"
                hasBoundary={acres !== null}
                isUploading={changes.isUploading}
                onFile={(file) => void changes.upload(file)}
              />
              {acres !== null && (
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<DeleteRegular />}
                  disabledFocusable={changes.isSaving}
                  onClick={() => void changes.remove()}
                >
                  Remove boundary
                </Button>
              )}
            </div>
          )}
          {hasGeometry && radii.length > 0 && (
            <>
              <Checkbox
                label="Show search radii"
                checked={boundary.showsRadii}
                onChange={(_, { checked }) => boundary.setShowsRadii(checked === true)}
              />
              {boundary.showsRadii && (
                <ul className={styles.list} aria-label="Search radii">
                  {radiiByDistance(radii).map(([miles, names]) => (
                    <li key={miles}>{`${milesText(miles)}: ${names}`}</li>
                  ))}
                </ul>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}

function Drawing({ boundary, corners, middle }: BoundaryPanelProps & { corners: readonly Place[] }) {
  const styles = useStyles();
  const problem = outlineProblem(corners);
  const { isSaving } = boundary.changes;
  const isComplete = corners.length >= FEWEST_CORNERS && problem === null;
  return (
    <>
      <Text role="status" size={200}>
        {`Click the corners of the property on the map, one after the other. ${countText(corners.length, 'corner')}.`}
      </Text>
      {problem && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{problem}</MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.buttons}>
        <Button size="small" disabled={!middle} onClick={() => middle && boundary.add(middle)}>
          Add the middle of the map
        </Button>
        <Button size="small" disabled={corners.length === 0} onClick={boundary.removeLast}>
          Remove the last corner
        </Button>
        <Button
          size="small"
          appearance="primary"
          disabledFocusable={!isComplete || isSaving}
          onClick={() => void boundary.finish()}
        >
          {isSaving ? 'Saving...' : 'Save boundary'}
        </Button>
        <Button size="small" appearance="subtle" onClick={boundary.cancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}
