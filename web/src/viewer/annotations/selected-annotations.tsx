import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CopyRegular, DeleteRegular, DismissRegular, DocumentCopyRegular, LinkRegular } from '@fluentui/react-icons';
import { useDangerStyles } from '../../components/danger-styles.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { LabelUse } from '../../evidence/labels-api.js';
import { countOf } from '../edits/copies.js';
import { LabelField } from './label-field.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

export interface SelectionActions {
  onRelabelAll: (content: string, keys: readonly string[]) => void;
  onLinkAll: (annotations: readonly ShownAnnotation[]) => void;
  onDeleteAll: (keys: readonly string[]) => void;
  onDuplicate: () => void;
  onCopy: () => void;
}

interface SelectedAnnotationsProps extends SelectionActions {
  several: readonly ShownAnnotation[];
  /** OP-24 */
  isEditable: (annotation: ShownAnnotation) => boolean;
  mayDraw: boolean;
  presets: readonly LabelUse[];
  isNaming: boolean;
  onClear: () => void;
  onNamed: () => void;
}

/** Each bulk action is one undo step. */
export function SelectedAnnotations(props: SelectedAnnotationsProps) {
  const { several, isEditable, mayDraw, presets } = props;
  const styles = useStyles();
  const danger = useDangerStyles();
  const editable = several.filter(isEditable);
  const keys = editable.map(({ key }) => key);
  // agent proposals are linked by accepting them
  const linkable = editable.filter(({ author_type: type }) => type === 'human');
  const [first] = several;
  const common = first && several.every(({ content }) => content === first.content) ? first.content : '';
  return (
    <section className={styles.root} aria-label="Selected annotations" data-testid="several-annotations">
      <div className={styles.head}>
        <Text as="h2" weight="semibold">
          {`${countOf(several.length)} selected`}
        </Text>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="Clear selection"
          onClick={props.onClear}
        />
      </div>
      {keys.length > 0 && (
        <LabelField
          key={keys.join(' ')}
          name={keys.length === several.length ? 'Label for all' : `Label for ${keys.length}`}
          content={common}
          presets={presets}
          isNaming={props.isNaming}
          onSave={(content) => props.onRelabelAll(content, keys)}
          onDone={props.onNamed}
        />
      )}
      {keys.length < several.length && (
        <div className={styles.facts}>{unchangeable(several.length - keys.length, several.length)}</div>
      )}
      <div className={styles.actions}>
        {linkable.length > 0 && (
          <Button size="small" icon={<LinkRegular />} onClick={() => props.onLinkAll(linkable)}>
            {linkable.length === several.length ? 'Link all to a feature' : `Link ${linkable.length} to a feature`}
          </Button>
        )}
        {mayDraw && (
          <Button size="small" icon={<DocumentCopyRegular />} onClick={props.onDuplicate}>
            Duplicate
          </Button>
        )}
        <Button size="small" icon={<CopyRegular />} onClick={props.onCopy}>
          Copy
        </Button>
        {keys.length > 0 && (
          <Button
            size="small"
            className={danger.plain}
            icon={<DeleteRegular />}
            onClick={() => props.onDeleteAll(keys)}
          >
            {keys.length === several.length ? 'Delete all' : `Delete ${keys.length}`}
          </Button>
        )}
      </div>
    </section>
  );
}

function unchangeable(count: number, all: number): string {
  const whose = count === 1 ? '1 of them' : `${count} of them`;
  return count === all ? 'You may not change any of them.' : `${whose} you may not change.`;
}
