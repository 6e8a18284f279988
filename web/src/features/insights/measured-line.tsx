import { makeStyles, tokens } from '@fluentui/react-components';
import { useContext } from 'react';
import { useGetDistancesQuery } from '../../evidence/distances-api.js';
import { useGetFeaturesQuery, type Feature } from '../../evidence/evidence-api.js';
import { ProjectContext } from '../../lib/project/project-context.js';
import { measuredText } from './measured-text.js';

const useStyles = makeStyles({
  line: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Distances measured from the boundary, beside the stated relation. */
export function MeasuredLine({ feature }: { feature: Feature }) {
  const styles = useStyles();
  const isBounded = useContext(ProjectContext)?.project.boundary !== undefined;
  const { currentData } = useGetDistancesQuery(feature.project_id, { skip: !isBounded });
  const { currentData: features = [] } = useGetFeaturesQuery(feature.project_id, { skip: !isBounded });
  const text = currentData && measuredText(feature.id, currentData, features);
  return text ? <p className={styles.line}>{text}</p> : null;
}
