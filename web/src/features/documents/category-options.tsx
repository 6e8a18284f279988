import type { Category } from '../../evidence/documents-api.js';

const GROUP_LABELS: Record<string, string> = {
  historic: 'Historic',
  agency_foa: 'Agency',
  user_provided: 'User provided',
};

/** In table order (DATA-05 to DATA-07). */
export function CategoryOptions({ categories }: { categories: readonly Category[] }) {
  const groups = [...new Set(categories.map((category) => category.group))];
  return groups.map((group) => (
    <optgroup key={group} label={GROUP_LABELS[group] ?? group}>
      {categories
        .filter((category) => category.group === group)
        .map((category) => (
          <option key={category.value} value={category.value}>
            {category.label}
          </option>
        ))}
    </optgroup>
  ));
}
