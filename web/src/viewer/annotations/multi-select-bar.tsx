import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  Text,
  tokens,
} from '@fluentui/react-components';
import { DeleteRegular, DismissRegular, LinkRegular, TagRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useDangerStyles } from '../../components/danger-styles.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { LabelUse } from '../../evidence/labels-api.js';
import { countOf } from '../edits/copies.js';
import { LabelField } from './label-field.js';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    top: tokens.spacingVerticalS,
    insetInline: tokens.spacingHorizontalS,
    marginInline: 'auto',
    width: 'fit-content',
    maxWidth: '100%',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
  },
  count: { whiteSpace: 'nowrap', marginInlineEnd: tokens.spacingHorizontalXS },
  // minimum touch target
  button: { minWidth: '44px', height: '44px' },
});

export interface MultiSelectBarProps {
  chosen: readonly ShownAnnotation[];
  /** OP-24 */
  isEditable: (annotation: ShownAnnotation) => boolean;
  /** Most used first. */
  presets: readonly LabelUse[];
  onRelabel: (content: string, keys: readonly string[]) => void;
  onLink: (annotations: readonly ShownAnnotation[]) => void;
  onDelete: (keys: readonly string[]) => void;
  onEnd: () => void;
}

export function MultiSelectBar({
  chosen,
  isEditable,
  presets,
  onRelabel,
  onLink,
  onDelete,
  onEnd,
}: MultiSelectBarProps) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const [isNaming, setNaming] = useState(false);
  const editable = chosen.filter(isEditable);
  const keys = editable.map(({ key }) => key);
  // agent proposals are linked by accepting them
  const linkable = editable.filter(({ author_type: type }) => type === 'human');
  const [first] = editable;
  const common = first && editable.every(({ content }) => content === first.content) ? first.content : '';
  return (
    <div className={styles.root} role="toolbar" aria-label="Selected annotations">
      <Text weight="semibold" className={styles.count} role="status">
        {chosen.length === 0 ? 'Tap to select' : `${chosen.length} selected`}
      </Text>
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<TagRegular />}
        aria-label="Label the selected"
        disabled={keys.length === 0}
        onClick={() => setNaming(true)}
      />
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<LinkRegular />}
        aria-label="Link the selected to a feature"
        disabled={linkable.length === 0}
        onClick={() => onLink(linkable)}
      />
      <Button
        className={mergeClasses(styles.button, danger.plain)}
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label="Delete the selected"
        disabled={keys.length === 0}
        onClick={() => onDelete(keys)}
      />
      <Button
        className={styles.button}
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label="End selection"
        onClick={onEnd}
      />
      {isNaming && (
        <Dialog open onOpenChange={(_, { open }) => !open && setNaming(false)}>
          <DialogSurface>
            <DialogBody>
              <DialogTitle>{`Label of ${countOf(keys.length)}`}</DialogTitle>
              <DialogContent>
                <LabelField
                  name="Label of the selected"
                  content={common}
                  presets={presets}
                  isNaming
                  onSave={(content) => onRelabel(content, keys)}
                  onDone={() => setNaming(false)}
                />
              </DialogContent>
            </DialogBody>
          </DialogSurface>
        </Dialog>
      )}
    </div>
  );
}
