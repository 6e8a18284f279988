import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Link,
  Select,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FocusReturn } from '../../../components/focus-return.js';
import { PageDrops } from '../../../components/page-drops.js';
import { ACCEPTED_FILES } from '../../../lib/files/accepted-files.js';
import { handFiles } from '../../../lib/files/handed-files.js';
import type { Project } from '../../../lib/project/project-context.js';
import { ProjectDialog } from '../project-dialog.js';
import { countText } from '../../../lib/ui/formats.js';

export interface DropMapProps {
  /** That the person can edit. */
  projects: readonly Project[];
  mayCreate: boolean;
  onDropped: () => void;
  className?: string;
}

/** Takes files anywhere on the page or by choice, asks for the project, and uploads there. */
export function DropMap({ projects, mayCreate, onDropped, className }: DropMapProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isNew, setNew] = useState(false);
  const take = (list: FileList | null): void => {
    if (!list || list.length === 0) return;
    setFiles([...list]);
    setNew(projects.length === 0);
  };
  const upload = (projectId: string): void => {
    handFiles(projectId, files);
    onDropped();
    void navigate(`/projects/${projectId}/data-collection`);
  };
  const cancel = (): void => setFiles([]);
  return (
    <>
      <Link as="button" className={className} onClick={() => input.current?.click()}>
        Drop your own map
      </Link>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILES}
        multiple
        hidden
        aria-label="Choose maps"
        onChange={(event) => {
          take(event.target.files);
          // allows choosing the same file again
          event.target.value = '';
        }}
      />
      {files.length === 0 ? <PageDrops where="Maps and documents; you choose the project next" onFiles={take} /> : null}
      {files.length > 0 && !isNew ? (
        <ChooseProject
          count={files.length}
          projects={projects}
          onChoose={upload}
          onNew={mayCreate ? () => setNew(true) : undefined}
          onCancel={cancel}
        />
      ) : null}
      {files.length > 0 && isNew ? <ProjectDialog onClose={cancel} onCreated={upload} /> : null}
    </>
  );
}

interface ChooseProjectProps {
  count: number;
  projects: readonly Project[];
  onChoose: (projectId: string) => void;
  onNew: (() => void) | undefined;
  onCancel: () => void;
}

function ChooseProject({ count, projects, onChoose, onNew, onCancel }: ChooseProjectProps) {
  const [chosen, setChosen] = useState(projects[0]?.id ?? '');
  return (
    <Dialog open onOpenChange={(_, { open }) => (open ? undefined : onCancel())}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{`Upload ${countText(count, 'file')}`}</DialogTitle>
          <DialogContent>
            <Field
              label="Project"
              hint="Maps are processed at once; the first sheet opens when it is ready, with its hazards marked."
            >
              <Select value={chosen} onChange={(_, { value }) => setChosen(value)}>
                {projects.map(({ id, number, title }) => (
                  <option key={id} value={id}>{`${title} (${number})`}</option>
                ))}
              </Select>
            </Field>
          </DialogContent>
          {onNew ? (
            <DialogActions position="start">
              <Button onClick={onNew}>New project</Button>
            </DialogActions>
          ) : null}
          <DialogActions>
            <Button onClick={onCancel}>Cancel</Button>
            <Button appearance="primary" onClick={() => onChoose(chosen)}>
              Upload
            </Button>
          </DialogActions>
        </DialogBody>
        <FocusReturn />
      </DialogSurface>
    </Dialog>
  );
}
