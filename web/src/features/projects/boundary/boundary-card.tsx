import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { RouterLink } from '../../../components/router-link.js';
import { Sheet } from '../../../components/sheet.js';
import { useProject } from '../../../lib/project/project-context.js';
import { useGetBoundaryQuery, type Boundary } from '../../../evidence/boundary-api.js';
import { acresText, farBoundaryText, milesText, radiiByDistance } from '../../../evidence/boundary-text.js';
import { BoundaryUpload } from '../../../evidence/boundary-upload.js';
import { useBoundaryChanges } from '../../../evidence/use-boundary-changes.js';
import { BoundaryFigure } from './boundary-figure.js';
import { SearchRadiiDialog } from './search-radii-dialog.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '14px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  plan: { display: 'flex', flexWrap: 'wrap', gap: '16px', alignItems: 'flex-end' },
  area: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' },
  heading: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  radii: { margin: 0, paddingInlineStart: '18px', fontSize: tokens.fontSizeBase200 },
});

const detailText = ({ perimeter_ft: perimeter, part_count: parts, file_name: file }: Boundary): string =>
  [
    perimeter === null ? null : `${Math.round(perimeter).toLocaleString('en-US')} ft around`,
    parts > 1 ? `${parts} parts` : null,
    file,
  ]
    .filter((text) => text !== null)
    .join(' · ');

function Plan({ projectId, acres }: { projectId: string; acres: number }) {
  const styles = useStyles();
  const { currentData: boundary } = useGetBoundaryQuery(projectId);
  return (
    <div className={styles.plan}>
      {boundary?.geometry ? (
        <BoundaryFigure geometry={boundary.geometry} label={`Boundary, ${acresText(acres)}, north up`} />
      ) : null}
      <div>
        <p className={styles.area}>{acresText(acres)}</p>
        {boundary ? <p className={styles.note}>{detailText(boundary)}</p> : null}
      </div>
    </div>
  );
}

export function BoundaryCard() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const [areRadiiOpen, setRadiiOpen] = useState(false);
  const projectId = project.id;
  const far = farBoundaryText(project);
  const { failure, isUploading, isSaving, upload, remove } = useBoundaryChanges(projectId);

  return (
    <Sheet title="Boundary">
      <div className={styles.body}>
        {failure ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
        ) : null}
        {far !== null ? (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>{far}</MessageBarBody>
          </MessageBar>
        ) : null}
        {project.boundary ? (
          <Plan projectId={projectId} acres={project.boundary.area_acres} />
        ) : (
          <p className={styles.note}>
            Distances are measured from the nearest edge of the boundary. Upload it as GeoJSON, KML or a zipped
            shapefile, or{' '}
            <RouterLink inline to={`/projects/${projectId}/map`}>
              draw it on the map
            </RouterLink>
            .
          </p>
        )}
        {canEdit ? (
          <div className={styles.buttons}>
            <BoundaryUpload
              hasBoundary={Boolean(project.boundary)}
              isUploading={isUploading}
              onFile={(file) => void upload(file)}
            />
            {project.boundary ? (
              <Button
                appearance="subtle"
                icon={<DeleteRegular />}
                disabledFocusable={isSaving}
                onClick={() => void remove()}
              >
                Remove boundary
              </Button>
            ) : null}
          </div>
        ) : null}
        {project.search_radii ? (
          <div>
            <div className={styles.head}>
              <h3 className={styles.heading}>Search radii</h3>
              {canEdit ? (
                <Button size="small" appearance="subtle" icon={<EditRegular />} onClick={() => setRadiiOpen(true)}>
                  Edit search radii
                </Button>
              ) : null}
            </div>
            <ul className={styles.radii}>
              {radiiByDistance(project.search_radii).map(([miles, names]) => (
                <li key={miles}>{`${milesText(miles)}: ${names}`}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      {areRadiiOpen ? <SearchRadiiDialog projectId={projectId} onClose={() => setRadiiOpen(false)} /> : null}
    </Sheet>
  );
}
