import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import { DeleteRegular, DismissRegular, EditRegular, PlayRegular, TagRegular } from '@fluentui/react-icons';
import { useSelectionBarStyles } from '../../../components/selection-bar-styles.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import { isProcessing, PROCESSABLE_CATEGORIES } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  destroys: { color: tokens.colorStatusDangerForeground1 },
  categories: { maxHeight: '50dvh', overflowY: 'auto' },
});

interface SelectionBarProps {
  documents: readonly ProjectDocument[];
  isBusy: boolean;
  onProcess: (documents: readonly ProjectDocument[]) => void;
  onCategory: (documents: readonly ProjectDocument[], category: string) => void;
  onDetails: (documents: readonly ProjectDocument[]) => void;
  onDelete: (documents: readonly ProjectDocument[]) => void;
  onClear: () => void;
}

/** DOC-04 */
export function SelectionBar(props: SelectionBarProps) {
  const { documents, isBusy, onProcess, onCategory, onDetails, onDelete, onClear } = props;
  const styles = useStyles();
  const bar = useSelectionBarStyles();
  const { data: categories = [] } = useGetCategoriesQuery();
  const processable = documents.filter(
    (document) => PROCESSABLE_CATEGORIES.includes(document.category) && !isProcessing(document),
  );
  return (
    <section className={bar.root} aria-label="Selected documents">
      <span className={bar.count} role="status">{`${documents.length} selected`}</span>
      <Button
        appearance="primary"
        icon={<PlayRegular />}
        disabled={isBusy || processable.length === 0}
        onClick={() => onProcess(processable)}
      >
        {processable.length > 0 ? `Process ${processable.length}` : 'Process'}
      </Button>
      <Menu positioning="above">
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<TagRegular />} disabled={isBusy}>
            Category
          </Button>
        </MenuTrigger>
        <MenuPopover className={styles.categories}>
          <MenuList>
            {categories.map(({ value, label }) => (
              <MenuItem key={value} onClick={() => onCategory(documents, value)}>
                {label}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <Button icon={<EditRegular />} disabled={isBusy} onClick={() => onDetails(documents)}>
        Year and source
      </Button>
      <Button
        className={styles.destroys}
        icon={<DeleteRegular />}
        disabled={isBusy}
        onClick={() => onDelete(documents)}
      >
        Delete
      </Button>
      <Button appearance="subtle" icon={<DismissRegular />} aria-label="Clear selection" onClick={onClear} />
    </section>
  );
}
