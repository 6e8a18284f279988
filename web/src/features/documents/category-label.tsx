import { makeStyles, tokens } from '@fluentui/react-components';
import { useGetCategoriesQuery } from '../../evidence/documents-api.js';
import type { Category, ProjectDocument } from '../../evidence/documents-api.js';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  swatch: {
    width: '10px',
    height: '10px',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusSmall,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStrokeAlpha}`,
  },
  earlier: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** An unknown value becomes readable words. */
export function categoryOf(
  categories: readonly Category[] | undefined,
  value: string,
): Pick<Category, 'label' | 'color'> {
  const known = categories?.find((category) => category.value === value);
  if (known) return known;
  const words = value.replaceAll('_', ' ');
  return { label: words.charAt(0).toUpperCase() + words.slice(1), color: 'currentColor' };
}

/** DATA-04. The text keeps the theme's contrast. */
export function CategoryLabel({ value }: { value: string }) {
  const styles = useStyles();
  const { data } = useGetCategoriesQuery();
  const category = categoryOf(data, value);
  return (
    <span className={styles.root}>
      <span className={styles.swatch} style={{ backgroundColor: category.color }} aria-hidden="true" />
      {category.label}
    </span>
  );
}

/** With the suggestion that reading the pages corrected, as long as the correction counts. */
export function DocumentCategory({ document }: { document: Pick<ProjectDocument, 'category' | 'classification'> }) {
  const styles = useStyles();
  const { data } = useGetCategoriesQuery();
  const { category, classification } = document;
  const corrected = classification?.suggested_category === category ? classification.corrected : undefined;
  return (
    <>
      <CategoryLabel value={category} />
      {corrected && (
        <span className={styles.earlier}>
          {`Before reading: ${categoryOf(data, corrected.category).label}, ${Math.round(corrected.confidence * 100)}% sure`}
        </span>
      )}
    </>
  );
}
