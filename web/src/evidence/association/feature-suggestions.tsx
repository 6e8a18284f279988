import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useDebounced } from '../../lib/ui/use-debounced.js';
import { NEARBY_RADIUS_M, useGetNearbyFeaturesQuery } from '../evidence-api.js';
import type { Feature } from '../evidence-api.js';
import { coordinateOf, distanceText, suggestFeatures } from './feature-form.js';
import type { FeatureForm } from './feature-form.js';
import type { LikelyFeature } from './likely-features.js';

/** Milliseconds. */
const NEARBY_DEBOUNCE_MS = 300;

const SUGGESTED_FROM = 2;

const useStyles = makeStyles({
  suggestions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  why: { color: tokens.colorNeutralForeground3 },
  nearby: { listStyleType: 'none', margin: 0, padding: 0, width: '100%' },
  nearbyRow: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXS} 0`,
  },
});

/** Of this place, offered before a new feature is described; a click uses one. */
export function LikelyFeatures({
  found,
  onUse,
}: {
  found: readonly LikelyFeature[];
  onUse: (feature: Feature) => void;
}) {
  const styles = useStyles();
  if (found.length === 0) return null;
  return (
    <div role="group" aria-label="Features that this may be">
      <Text size={200} weight="semibold">
        Is it one of these?
      </Text>
      <ul className={styles.nearby}>
        {found.map(({ feature, why }) => (
          <li key={feature.id} className={styles.nearbyRow}>
            <span>
              {feature.name}
              <Text size={200} className={styles.why}>{`, ${why}`}</Text>
            </span>
            <Button size="small" aria-label={`Link to it: ${feature.name}`} onClick={() => onUse(feature)}>
              Link to it
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A click uses the feature (OP-27). */
export function SimilarFeatures(props: {
  features: readonly Feature[];
  name: string;
  excludedIds: readonly (string | null | undefined)[];
  onUse: (feature: Feature) => void;
}) {
  const styles = useStyles();
  const { features, name, excludedIds, onUse } = props;
  if (name.trim().length < SUGGESTED_FROM) return null;
  const found = suggestFeatures(features, name).filter(({ id }) => !excludedIds.includes(id));
  if (found.length === 0) return null;
  return (
    <div className={styles.suggestions} role="group" aria-label="Features with a similar name">
      <Text size={200}>In this project:</Text>
      {found.map((feature) => (
        <Button key={feature.id} size="small" shape="circular" onClick={() => onUse(feature)}>
          {feature.name}
        </Button>
      ))}
    </div>
  );
}

/** Within 50 m; a click uses one (OP-30). */
export function NearbyFeatures(props: {
  projectId: string;
  form: FeatureForm;
  excludedId: string | null;
  onUse: (feature: Feature) => void;
}) {
  const styles = useStyles();
  const { latitude, longitude } = useDebounced(props.form, NEARBY_DEBOUNCE_MS);
  const near = coordinateOf({ latitude, longitude });
  const { currentData, isError } = useGetNearbyFeaturesQuery(
    { projectId: props.projectId, near: near ?? { latitude: 0, longitude: 0 } },
    { skip: near === null },
  );
  if (near && isError && !currentData)
    return (
      <Text size={200} role="status">
        {`Whether there are features within ${NEARBY_RADIUS_M} m could not be checked.`}
      </Text>
    );
  const found = near ? (currentData ?? []).filter(({ id }) => id !== props.excludedId) : [];
  if (found.length === 0) return null;
  return (
    <div role="region" aria-label="Nearby features" aria-live="polite">
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody className={styles.nearby}>
          <MessageBarTitle>{`Within ${NEARBY_RADIUS_M} m of this place:`}</MessageBarTitle>
          <ul className={styles.nearby}>
            {found.map((feature) => (
              <li key={feature.id} className={styles.nearbyRow}>
                <span>
                  {feature.name}
                  {feature.distance_m !== undefined && `, ${distanceText(feature.distance_m)}`}
                </span>
                <Button size="small" aria-label={`Use instead: ${feature.name}`} onClick={() => props.onUse(feature)}>
                  Use instead
                </Button>
              </li>
            ))}
          </ul>
        </MessageBarBody>
      </MessageBar>
    </div>
  );
}
