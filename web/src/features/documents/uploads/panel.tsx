import { Button, Field, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { PageDrops } from '../../../components/page-drops.js';
import { Sheet } from '../../../components/sheet.js';
import { ACCEPTED_FILES, ACCEPTED_IN_WORDS } from '../../../lib/files/accepted-files.js';
import { fileSize } from '../../../lib/ui/formats.js';
import { useProject } from '../../../lib/project/project-context.js';
import { CategoryOptions } from '../category-options.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { Category, ProjectDocument } from '../../../evidence/documents-api.js';
import { InterruptedUploadsList } from './interrupted-uploads-list.js';
import { MAXIMUM_UPLOAD_BYTES } from './upload-state.js';
import { useDroppedFiles } from './dropped-files.js';
import { useUploads } from './service.js';
import { UploadLists } from './upload-lists.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  area: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    width: '100%',
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalXXL}`,
    textAlign: 'start',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1.5px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalL },
  },
  areaIcon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  areaText: { display: 'flex', flexDirection: 'column', gap: '2px' },
  areaTitle: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400 },
  hint: { color: tokens.colorNeutralForeground3 },
  category: { maxWidth: '320px' },
  lists: { padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}` },
  bar: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  barHint: { flexGrow: 1, fontSize: tokens.fontSizeBase200, '@media (max-width: 760px)': { display: 'none' } },
  barCategory: { minWidth: '200px', '@media (max-width: 600px)': { flexGrow: 1, minWidth: 0 } },
});

interface UploadPanelProps {
  projectId: string;
  /** Bar instead of a large area. */
  slim: boolean;
  /** Of the list below, for what becomes of the files. */
  documents?: readonly ProjectDocument[];
}

/** DOC-01, DOC-12 to DOC-26 */
export function UploadPanel({ projectId, slim, documents }: UploadPanelProps) {
  const styles = useStyles();
  const { project } = useProject();
  const { uploads, state } = useUploads(projectId, project.title);
  const { data: categories } = useGetCategoriesQuery();
  const [category, setCategory] = useState('');
  const inputRef = useRef<HTMLInputElement>(null);
  useDroppedFiles(projectId, uploads, state, documents);

  const add = (files: FileList | null) => {
    if (files && files.length > 0) uploads.add([...files], category === '' ? null : category);
  };
  const choose = () => inputRef.current?.click();
  const chosen = { value: category, onChange: setCategory, categories: categories ?? [] };

  return (
    <section className={styles.root} aria-label="Upload documents">
      {slim ? (
        <div className={styles.bar} data-testid="upload-area">
          <Button appearance="primary" icon={<ArrowUploadRegular />} onClick={choose}>
            Upload documents
          </Button>
          <span className={mergeClasses(styles.hint, styles.barHint)}>
            {`or drop files anywhere on this page: ${ACCEPTED_IN_WORDS}, less than ${fileSize(MAXIMUM_UPLOAD_BYTES)} each`}
          </span>
          <CategorySelect {...chosen} className={styles.barCategory} />
        </div>
      ) : (
        <>
          <button type="button" className={styles.area} data-testid="upload-area" onClick={choose}>
            <span className={styles.areaIcon}>
              <ArrowUploadRegular aria-hidden="true" />
            </span>
            <span className={styles.areaText}>
              <span className={styles.areaTitle}>Drop files here, or choose files</span>
              <span className={styles.hint}>
                {`${ACCEPTED_IN_WORDS}, less than ${fileSize(MAXIMUM_UPLOAD_BYTES)} each. Each document is classified after its upload.`}
              </span>
            </span>
          </button>
          <Field className={styles.category} label="Category of the next files" size="small">
            <CategorySelect {...chosen} />
          </Field>
        </>
      )}
      <input
        ref={inputRef}
        type="file"
        accept={ACCEPTED_FILES}
        multiple
        hidden
        aria-label="Choose documents"
        data-testid="upload-input"
        onChange={(event) => {
          add(event.target.files);
          // allows choosing the same file again after a failure
          event.target.value = '';
        }}
      />
      <PageDrops where={`Documents, into ${project.title}`} onFiles={add} />
      <InterruptedUploadsList projectId={projectId} state={state} onChoose={choose} />
      {(state.items.length > 0 || state.finished.length > 0 || state.repeated.length > 0) && (
        <Sheet className={styles.lists}>
          <UploadLists projectId={projectId} uploads={uploads} state={state} documents={documents} />
        </Sheet>
      )}
    </section>
  );
}

interface CategorySelectProps {
  value: string;
  onChange: (value: string) => void;
  categories: readonly Category[];
  className?: string;
}

function CategorySelect({ value, onChange, categories, className }: CategorySelectProps) {
  return (
    <Select
      size="small"
      className={className}
      aria-label="Category of the next files"
      value={value}
      onChange={(_, data) => onChange(data.value)}
    >
      <option value="">Category: automatic</option>
      <CategoryOptions categories={categories} />
    </Select>
  );
}
