import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DocumentCopyRegular } from '@fluentui/react-icons';
import { useId, useMemo, useState } from 'react';
import { ConfidenceMark } from '../../components/confidence-badge.js';
import { sheetOf } from '../../evidence/document-pages.js';
import { notify } from '../../lib/ui/toasts.js';
import { ExcerptPicture, EXCERPT } from './excerpt-picture.js';
import { captionOf, placeOf, statementOf, type Sighting } from './sightings.js';
import { copyStory, storyOf } from './story-copy.js';

const useStyles = makeStyles({
  root: {
    padding: `0 ${tokens.spacingHorizontalXL} ${tokens.spacingVerticalL}`,
  },
  figures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 208px), 1fr))',
    gap: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalL}`,
    alignItems: 'start',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  // a single excerpt does not fill a wide screen
  figure: { margin: 0, minWidth: 0, maxWidth: '380px' },
  year: {
    fontFamily: 'var(--symbio-font-display)',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  picture: {
    display: 'block',
    width: '100%',
    padding: 0,
    overflow: 'hidden',
    font: 'inherit',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground4,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    ':disabled': { cursor: 'default' },
  },
  noPicture: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    aspectRatio: `${EXCERPT.width} / ${EXCERPT.height}`,
    padding: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
  },
  caption: {
    marginTop: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  statement: {
    marginTop: tokens.spacingVerticalXXS,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    // a footnote does not part the lines
    '& sup': { lineHeight: 0 },
  },
  note: {
    padding: '0 2px',
    font: 'inherit',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorBrandForegroundLink,
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  facts: { marginTop: tokens.spacingVerticalXS },
  more: { marginTop: tokens.spacingVerticalM },
  notes: {
    margin: `${tokens.spacingVerticalL} 0 0`,
    padding: `${tokens.spacingVerticalS} 0 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    listStylePosition: 'inside',
    overflowWrap: 'anywhere',
    '& li:focus': { outlineStyle: 'none', backgroundColor: tokens.colorNeutralBackground1Selected },
  },
});

/** Shown at once; each loads several tiles. */
const MOST_SHOWN = 24;

interface FeatureStoryProps {
  feature: { name: string; facts: string };
  /** Oldest first. */
  sightings: readonly Sighting[];
  onOpen: (annotationId: string) => void;
}

/** Excerpts by year with statement and footnote. */
export function FeatureStory({ feature, sightings, onOpen }: FeatureStoryProps) {
  const styles = useStyles();
  const [isWhole, setWhole] = useState(false);
  const prefix = useId();
  const { name, facts } = feature;
  const story = useMemo(() => storyOf({ name, facts }, sightings), [name, facts, sightings]);
  if (sightings.length === 0) return null;
  const shown = isWhole ? sightings : sightings.slice(0, MOST_SHOWN);
  const noteId = (note: number) => `${prefix}-note-${note}`;
  return (
    <section className={styles.root} aria-label="Excerpts by year">
      <ol className={styles.figures}>
        {shown.map((sighting, at) => {
          const { mention, year } = sighting;
          const note = story.entries[at]?.note ?? 0;
          return (
            <li key={mention.id} className={styles.figure} data-testid="story-entry">
              <div className={styles.year}>{year ?? 'No year'}</div>
              <Excerpt sighting={sighting} onOpen={onOpen} />
              <div className={styles.caption}>{placeOf(sighting)}</div>
              <div className={styles.statement}>
                {statementOf(sighting)}
                <sup>
                  <button
                    type="button"
                    className={styles.note}
                    aria-label={`Footnote ${note}`}
                    onClick={() => document.getElementById(noteId(note))?.focus()}
                  >
                    [{note}]
                  </button>
                </sup>
              </div>
              <div className={styles.facts}>
                {mention.current_confidence !== null && <ConfidenceMark confidence={mention.current_confidence} />}
                {mention.via === 'key' && <div className={styles.caption}>by API key</div>}
              </div>
            </li>
          );
        })}
      </ol>
      {shown.length < sightings.length && (
        <Button size="small" className={styles.more} onClick={() => setWhole(true)}>
          {`Show all ${sightings.length}`}
        </Button>
      )}
      <ol className={styles.notes} aria-label="Footnotes">
        {story.footnotes.map(({ number, text }) => (
          <li key={number} id={noteId(number)} tabIndex={-1}>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Excerpt({ sighting, onOpen }: { sighting: Sighting; onOpen: (annotationId: string) => void }) {
  const styles = useStyles();
  const { source, page } = sighting;
  const sheet = useMemo(() => (page ? sheetOf(page) : null), [page]);
  if (!source) return <div className={styles.noPicture}>The annotation was deleted.</div>;
  const { annotation } = source;
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={`View on sheet: ${captionOf(sighting)}`}
      onClick={() => onOpen(annotation.id)}
    >
      {sheet ? (
        <ExcerptPicture sheet={sheet} coordinates={annotation.coordinates} />
      ) : (
        <span className={styles.noPicture}>The sheet has no image at the moment.</span>
      )}
    </button>
  );
}

export function CopyForWord({ feature, sightings }: Omit<FeatureStoryProps, 'onOpen'>) {
  const copy = async (): Promise<void> => {
    try {
      await copyStory(storyOf(feature, sightings));
      notify({ type: 'success', title: 'Copied', description: 'Paste it into Word: statements with footnotes.' });
    } catch {
      // denied by the browser, or no clipboard API without TLS
      notify({ type: 'error', title: 'Copying is not possible here', description: 'Select the text and copy it.' });
    }
  };
  return (
    <Button size="small" icon={<DocumentCopyRegular />} onClick={() => void copy()}>
      Copy for Word
    </Button>
  );
}
