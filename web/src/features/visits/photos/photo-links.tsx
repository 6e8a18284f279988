import {
  Button,
  Field,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Select,
  tokens,
} from '@fluentui/react-components';
import { CompassNorthwestRegular } from '@fluentui/react-icons';
import { skipToken } from '@reduxjs/toolkit/query';
import { DIRECTIONS } from '@symbio/proto/feature/vocabulary';
import { RouterLink } from '../../../components/router-link.js';
import { useGetFeaturesQuery } from '../../../evidence/evidence-api.js';
import { DIRECTION_NAMES } from '../../../evidence/relations.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useChangePhotoMutation } from '../api.js';
import type { PhotoValues } from '../offline/changes.js';
import { directionText, type VisitPhoto } from './photo-records.js';
import { PHONE } from './photo-styles.js';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 180px) minmax(0, 320px)',
    gap: '8px 16px',
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  surface: { maxWidth: 'min(560px, calc(100vw - 32px))' },
  trigger: {
    minWidth: 0,
    maxWidth: '100%',
    paddingInline: '4px',
    marginInlineStart: '-4px',
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    justifyContent: 'flex-start',
    overflowWrap: 'anywhere',
  },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
});

/** Shown for a feature that was deleted or merged. */
const NO_FEATURE = 'A feature that no longer exists';

/** Empty while loading or without one. */
function useFeatureName(id: string | null | undefined): string {
  const { project } = useProject();
  const { currentData: features } = useGetFeaturesQuery(id ? project.id : skipToken);
  if (!id || !features) return '';
  return features.find((feature) => feature.id === id)?.name ?? NO_FEATURE;
}

export function FeatureLink({ id }: { id: string }) {
  const { project } = useProject();
  const name = useFeatureName(id);
  if (name === '' || name === NO_FEATURE) return <>{name}</>;
  return <RouterLink to={`/projects/${project.id}/insights?feature=${encodeURIComponent(id)}`}>{name}</RouterLink>;
}

/** Saved at once. */
export function PhotoLinkFields({ photo }: { photo: VisitPhoto }) {
  const styles = useStyles();
  const { project } = useProject();
  const { currentData: features } = useGetFeaturesQuery(project.id);
  const [change] = useChangePhotoMutation();
  const sorted = [...(features ?? [])].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const isMissing = photo.feature_id && !sorted.some(({ id }) => id === photo.feature_id);

  const save = async (changes: PhotoValues): Promise<void> => {
    const { error } = await change({ photo, projectId: project.id, change: changes });
    if (error) notify({ type: 'error', title: 'Failed to save the photograph', description: changeRefusal(error) });
  };

  return (
    <div className={styles.fields}>
      <Field label="Direction of view">
        <Select
          value={photo.view_direction ?? ''}
          onChange={(_, { value }) => void save({ view_direction: value || null })}
        >
          <option value="">Not stated</option>
          {DIRECTIONS.map((direction) => (
            <option key={direction} value={direction}>
              {DIRECTION_NAMES[direction]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Feature">
        <Select value={photo.feature_id ?? ''} onChange={(_, { value }) => void save({ feature_id: value || null })}>
          <option value="">None</option>
          {isMissing ? <option value={photo.feature_id ?? ''}>{features ? NO_FEATURE : 'Loading...'}</option> : null}
          {sorted.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

interface PhotoLinksProps {
  photo: VisitPhoto;
  /** From 1. */
  number: number;
  canEdit: boolean;
}

/** Direction of view and feature of a photograph on the wall. */
export function PhotoLinks({ photo, number, canEdit }: PhotoLinksProps) {
  const styles = useStyles();
  const name = useFeatureName(photo.feature_id);
  const text = [directionText(photo), name].filter(Boolean).join(', ');
  if (!canEdit) return text ? <p className={styles.facts}>{text}</p> : null;
  return (
    <Popover trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          size="small"
          className={styles.trigger}
          icon={<CompassNorthwestRegular />}
          aria-label={`Direction and feature of photograph ${number}${text ? `: ${text}` : ''}`}
        >
          {text || 'Direction and feature'}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={`Direction and feature of photograph ${number}`}>
        <PhotoLinkFields photo={photo} />
      </PopoverSurface>
    </Popover>
  );
}
