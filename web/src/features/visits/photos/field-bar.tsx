import { makeStyles, tokens } from '@fluentui/react-components';
import { useProject } from '../../../lib/project/project-context.js';
import { PickPhotos } from './photo-adder.js';
import { PHONE } from './photo-styles.js';
import { usePhotoQueue } from './photo-queues.js';

const useStyles = makeStyles({
  root: {
    display: 'none',
    [PHONE]: {
      display: 'flex',
      flexDirection: 'column',
      gap: '6px',
      position: 'sticky',
      bottom: 0,
      zIndex: 5,
      margin: '0 -12px',
      padding: '8px 12px max(10px, env(safe-area-inset-bottom)) 12px',
      backgroundColor: tokens.colorNeutralBackground1,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      boxShadow: tokens.shadow8,
    },
  },
  of: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface FieldBarProps {
  visitId: string;
  of: string;
}

/** On phones, at any scroll position. */
export function FieldBar({ visitId, of }: FieldBarProps) {
  const styles = useStyles();
  const { project } = useProject();
  const { queue } = usePhotoQueue(project.id, visitId);
  return (
    <div className={styles.root} role="group" aria-label={`Photographs, ${of}`}>
      <span className={styles.of}>{of}</span>
      <PickPhotos onPick={(files) => queue.add(files)} of={`${of}, at the site`} appearance="primary" />
    </div>
  );
}
