import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { DocumentPage } from '../../../../evidence/page-records.js';
import { changeRefusal } from '../../../../lib/http/errors.js';
import { PagesDialog } from '../page-kinds/pages-dialog.js';
import { useSeveralYears } from './several-years.js';

interface YearsDialogProps {
  pages: readonly DocumentPage[];
  /** Chosen at first. */
  listed: readonly DocumentPage[];
  onClose: () => void;
}

const yearOf = ({ title_block: block }: DocumentPage) => block?.year?.value ?? null;

/** `3 of 1887, 1 not known` */
function presentYears(pages: readonly DocumentPage[]): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const year = yearOf(page);
    const name = year === null ? 'not known' : `of ${year}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}

export function YearsDialog({ pages, listed, onClose }: YearsDialogProps) {
  const save = useSeveralYears(pages[0]?.document_id ?? '');
  const [year, setYear] = useState('');
  const plain = year.trim();
  const isYear = plain === '' || /^\d{4}$/.test(plain);
  const unknown = pages.filter((page) => yearOf(page) === null);
  const withoutYear = unknown.length === 1 ? 'The one without a year' : `All ${unknown.length} without a year`;
  return (
    <PagesDialog
      title="Year of several sheets"
      pages={pages}
      listed={listed}
      choices={[
        ...(unknown.length > 0 && unknown.length < pages.length ? [{ text: withoutYear, pages: unknown }] : []),
        { text: `All ${pages.length} pages`, pages },
      ]}
      present={presentYears}
      isDirty={year !== ''}
      isValid={isYear}
      noun="sheets"
      save={(chosen) => save(chosen, plain === '' ? null : Number(plain))}
      refusal={changeRefusal}
      onClose={onClose}
    >
      <Field
        label="Year"
        hint={isYear ? 'Leave empty if unknown.' : undefined}
        validationState={isYear ? 'none' : 'error'}
        validationMessage={isYear ? undefined : 'Enter a year of four digits.'}
      >
        <Input inputMode="numeric" value={year} onChange={(_, { value }) => setYear(value)} />
      </Field>
    </PagesDialog>
  );
}
