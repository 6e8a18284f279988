import { Button, MenuItem } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import type { Project } from '../../lib/project/project-context.js';
import { usePermission } from '../../lib/session/me.js';
import { notify } from '../../lib/ui/toasts.js';
import { useCopySampleMutation } from './api.js';

/** Undefined unless the person may copy this project. */
function useMakeCopy({ id: sampleId, sample }: Project) {
  const mayCreate = usePermission('canCreateProject') === true;
  const [copy, { isLoading }] = useCopySampleMutation();
  const navigate = useNavigate();
  if (!sample || !mayCreate) return undefined;
  const make = async (): Promise<void> => {
    try {
      const { id } = await copy({ id: uuidV7(), sampleId }).unwrap();
      notify({
        type: 'success',
        title: 'Copy created',
        description: 'Its documents and findings appear one by one, within a minute.',
      });
      void navigate(`/projects/${id}`);
    } catch (error) {
      notify({ type: 'error', title: 'Failed to copy the project', description: changeRefusal(error) });
    }
  };
  return { isLoading, make: () => void make() };
}

export function MakeCopyButton({ project }: { project: Project }) {
  const copying = useMakeCopy(project);
  if (!copying) return null;
  return (
    <Button icon={<CopyRegular />} disabledFocusable={copying.isLoading} onClick={copying.make}>
      Make a copy
    </Button>
  );
}

export function MakeCopyItem({ project }: { project: Project }) {
  const copying = useMakeCopy(project);
  if (!copying) return null;
  return (
    <MenuItem icon={<CopyRegular />} disabled={copying.isLoading} onClick={copying.make}>
      Make a copy
    </MenuItem>
  );
}
