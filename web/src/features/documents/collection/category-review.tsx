import {
  Badge,
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { MouseEvent } from 'react';
import { CategoryLabel } from '../category-label.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { saveDocument } from '../save-document.js';
import type { Classification, ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  trigger: {
    marginInlineStart: tokens.spacingHorizontalXS,
    minWidth: 'auto',
    padding: 0,
    verticalAlign: 'middle',
    border: 'none',
  },
  surface: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, maxWidth: '360px' },
  choice: { justifyContent: 'space-between', gap: tokens.spacingHorizontalM, fontWeight: tokens.fontWeightRegular },
  share: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

/** Suggestion, then the alternatives (OP-18, DATA-27). */
function choicesOf({ suggested_category: category, confidence, alternatives = [] }: Classification) {
  return [{ category, confidence }, ...alternatives];
}

interface CategoryReviewProps {
  document: ProjectDocument;
  classification: Classification;
  /** OP-09 */
  canEdit: boolean;
}

export function CategoryReview({ document, classification, canEdit }: CategoryReviewProps) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const dispatch = useApiDispatch();
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState('');

  const choose = async (category: string) => {
    setLoading(true);
    const error = await saveDocument(dispatch, document.id, { category }, document);
    setLoading(false);
    setProblem(error ? changeRefusal(error) : '');
    if (!error) setOpen(false);
  };

  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus withArrow>
      <PopoverTrigger disableButtonEnhancement>
        <Button appearance="transparent" size="small" className={styles.trigger}>
          <Badge appearance="tint" color="warning" size="small">
            Needs review
          </Badge>
        </Button>
      </PopoverTrigger>
      {/* keep clicks from reaching the table row */}
      <PopoverSurface
        className={styles.surface}
        aria-label={`Category of ${document.title}`}
        onClick={(event: MouseEvent) => event.stopPropagation()}
      >
        <Text>{classification.reasoning || 'The classifier was unsure.'}</Text>
        {canEdit &&
          choicesOf(classification).map(({ category, confidence }) => (
            <Button
              key={category}
              className={styles.choice}
              disabled={isLoading}
              onClick={() => void choose(category)}
              data-testid={`choose-${category}`}
            >
              <CategoryLabel value={category} />
              <span className={styles.share}>{Math.round(confidence * 100)}%</span>
            </Button>
          ))}
        {problem && (
          <div role="alert">
            <div>Failed to update document. Please try again.</div>
            <div>{problem}</div>
          </div>
        )}
      </PopoverSurface>
    </Popover>
  );
}
