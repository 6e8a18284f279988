import { Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { pageLabel, sheetOf } from '../../../evidence/document-pages.js';
import { ExcerptPicture } from '../excerpt-picture.js';
import type { Sighting } from '../sightings.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  figure: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

interface EvidenceChoiceProps {
  sightings: readonly Sighting[];
  /** History records. */
  uncited: ReadonlySet<string>;
  canEdit: boolean;
  onCite: (recordId: string, isCited: boolean) => void;
}

/** The feature's mentions with their figures, to be cited. */
export function EvidenceChoice({ sightings, uncited, canEdit, onCite }: EvidenceChoiceProps) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label="Evidence">
      <Text weight="semibold">Evidence</Text>
      {sightings.length === 0 && <Text className={styles.quiet}>No mentions.</Text>}
      <ul className={styles.list}>
        {sightings.map(({ mention, source, page, year }) => {
          const record = mention.current_history_id ?? '';
          const sheet = page ? sheetOf(page) : null;
          const title = [source?.title, page && pageLabel(page), year].filter(Boolean).join(', ');
          return (
            <li key={mention.id}>
              <figure className={styles.figure}>
                {sheet && source && <ExcerptPicture sheet={sheet} coordinates={source.annotation.coordinates} />}
                <figcaption>
                  <Checkbox
                    disabled={!canEdit}
                    checked={!uncited.has(record)}
                    label={`Cite ${title || 'the mention without a source'}`}
                    onChange={(_, { checked }) => onCite(record, checked === true)}
                  />
                  <Text block size={200}>
                    {mention.current_narrative}
                  </Text>
                </figcaption>
              </figure>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
