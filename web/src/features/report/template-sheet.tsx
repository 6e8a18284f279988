import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { Sheet } from '../../components/sheet.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { medium } from '../../lib/ui/formats.js';
import {
  useGetReportTemplatesQuery,
  useRemoveReportTemplateMutation,
  useSaveReportTemplateMutation,
  type ReportTemplate,
} from './templates-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px', overflowWrap: 'anywhere' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  note: { color: tokens.colorNeutralForeground3 },
});

const inText = (tags: readonly string[]): string => tags.map((tag) => `{{${tag}}}`).join(', ');

function TemplateFacts({ template }: { template: ReportTemplate }) {
  const styles = useStyles();
  return (
    <>
      <Text weight="semibold">{template.file_name}</Text>
      <Text className={styles.note}>{`Added by ${template.by_name}, ${medium(template.at)}`}</Text>
      <Text>{`Filled in: ${inText(template.tags)}`}</Text>
    </>
  );
}

interface TemplateSheetProps {
  /** Null: of the installation. */
  projectId: string | null;
  canChange: boolean;
  className?: string;
}

/** The Word template of a project or of the installation. */
export function TemplateSheet({ projectId, canChange, className }: TemplateSheetProps) {
  const styles = useStyles();
  const { data: templates } = useGetReportTemplatesQuery(projectId);
  const [save, { isLoading: isSaving }] = useSaveReportTemplateMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveReportTemplateMutation();
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  if (!templates) return null;
  const { of_project: ofProject, of_installation: ofInstallation } = templates;
  const own = projectId === null ? ofInstallation : ofProject;

  const upload = async (file: File): Promise<void> => {
    const answer = await save({ projectId, file });
    setFailure(answer.error && changeRefusal(answer.error));
  };

  return (
    <Sheet
      className={className}
      title="Word template"
      note="The Word file of versions locked from now on is written into it."
    >
      <div className={styles.root}>
        {own ? (
          <TemplateFacts template={own} />
        ) : projectId !== null && ofInstallation ? (
          <Text>{`This project uses the template of all projects: ${ofInstallation.file_name}.`}</Text>
        ) : (
          <Text>There is no template. The Word file has the layout of Symbio.</Text>
        )}
        {failure !== undefined && (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{failure}</MessageBarBody>
          </MessageBar>
        )}
        {canChange && (
          <>
            <div className={styles.row}>
              <Button icon={<ArrowUploadRegular />} disabledFocusable={isSaving} onClick={() => input.current?.click()}>
                {isSaving ? 'Uploading...' : own ? 'Replace Template' : 'Add Template'}
              </Button>
              {own && (
                <Button disabled={isRemoving} onClick={() => void remove(projectId)}>
                  Remove Template
                </Button>
              )}
            </div>
            <Text className={styles.note}>
              {`A Word file without macros. Tags that it may have: ${inText(templates.known_tags)}. Those of chapters stand alone in a paragraph.`}
            </Text>
            <input
              ref={input}
              type="file"
              accept=".docx"
              hidden
              aria-label="Choose a Word template"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // allows choosing the same file again
                event.target.value = '';
                if (file) void upload(file);
              }}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}
