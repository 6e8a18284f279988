import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { CheckmarkCircleFilled, CircleHalfFillRegular, CircleRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { dateOnly } from '../../lib/ui/formats.js';
import type { BarState, Project, ProjectProgress } from '../../lib/project/project-context.js';

const useStyles = makeStyles({
  setup: { display: 'flex', flexDirection: 'column', gap: '5px', width: '104px' },
  track: { height: '5px', borderRadius: '3px', backgroundColor: tokens.colorNeutralBackground6, overflow: 'hidden' },
  fill: { height: '100%', borderRadius: '3px', backgroundColor: tokens.colorCompoundBrandBackground },
  date: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  bars: { display: 'flex', alignItems: 'flex-end', gap: '4px', height: '22px', width: 'fit-content' },
  bar: {
    position: 'relative',
    width: '9px',
    height: '100%',
    borderRadius: '2px',
    backgroundColor: tokens.colorNeutralBackground6,
    overflow: 'hidden',
  },
  level: { position: 'absolute', left: 0, right: 0, bottom: 0, backgroundColor: tokens.colorCompoundBrandBackground },
  partial: { height: '50%' },
  full: { height: '100%' },
  icon: {
    display: 'flex',
    width: 'fit-content',
    fontSize: '20px',
    lineHeight: 0,
    color: tokens.colorNeutralForegroundDisabled,
  },
  half: { color: tokens.colorCompoundBrandForeground1 },
  done: { color: tokens.colorStatusSuccessForeground1 },
  // words below the pictogram where a card is narrow
  cell: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    '@media (min-width: 1200px)': { flexWrap: 'nowrap' },
  },
  words: {
    display: 'flex',
    flexDirection: 'column',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  line: { '@media (min-width: 1200px)': { whiteSpace: 'nowrap' } },
});

const NOTHING: ProjectProgress = {
  setup: 0,
  data: { historic: 'empty', agency: 'empty', user_provided: 'empty', pages: 'empty' },
  site_recon: 'none',
  insights: 'empty',
  report: 'empty',
};

/** Without counts from the server only its annotations count (PROJ-15). */
const progressOf = (project: Project): ProjectProgress =>
  project.progress ?? { ...NOTHING, insights: project.has_annotations ? 'half' : 'empty' };

/** PROJ-12 */
export function SetupCell({ project }: { project: Project }) {
  const styles = useStyles();
  const percent = Math.round(progressOf(project).setup * 100);
  return (
    <div className={styles.setup}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Set up"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
      <span className={styles.date}>{dateOnly(project.created_at)}</span>
    </div>
  );
}

const BARS: readonly (readonly [keyof ProjectProgress['data'], string])[] = [
  ['historic', 'Historic'],
  ['agency', 'Agency'],
  ['user_provided', 'User-provided'],
  ['pages', 'Processed pages'],
];

const DATA_WORDS = { historic: 'Historic', agency: 'Agency', user_provided: 'User-provided' } as const;

const BAR_WORDS: Record<BarState, string> = { empty: 'none', partial: 'partial', full: 'complete' };

/** `Historic 3/4`, `11 of 12 pages`; without counts the state of each bar. */
function dataWords({ data, counts }: ProjectProgress): string[] {
  const groups = (['historic', 'agency', 'user_provided'] as const).flatMap((key) => {
    if (data[key] === 'empty') return [];
    const { done = 0, total = 0 } = counts?.[key] ?? {};
    return [`${DATA_WORDS[key]} ${total > 0 ? `${done}/${total}` : BAR_WORDS[data[key]]}`];
  });
  const { done = 0, total = 0 } = counts?.pages ?? {};
  const pages = total > 0 ? [`${done} of ${total} ${total === 1 ? 'page' : 'pages'} ready`] : [];
  return groups.length > 0 ? [...groups, ...pages] : ['No documents'];
}

/** Beside the pictogram. */
function Words({ lines }: { lines: readonly string[] }) {
  const styles = useStyles();
  return (
    <span className={styles.words}>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </span>
  );
}

/** Historic, agency and user-provided documents, and processed pages (PROJ-13). */
export function DataCell({ project }: { project: Project }) {
  const styles = useStyles();
  const progress = progressOf(project);
  const { data } = progress;
  const words = BARS.map(([key, label]) => `${label}: ${BAR_WORDS[data[key]]}`).join(', ');
  return (
    <div className={styles.cell}>
      <Tooltip content={words} relationship="label">
        <div className={styles.bars} role="img">
          {BARS.map(([key]) => (
            <span key={key} className={styles.bar} data-state={data[key]}>
              {data[key] === 'empty' ? null : (
                <span className={mergeClasses(styles.level, data[key] === 'full' ? styles.full : styles.partial)} />
              )}
            </span>
          ))}
        </div>
      </Tooltip>
      <Words lines={dataWords(progress)} />
    </div>
  );
}

type Mark = 'empty' | 'half' | 'full';

const MARKS: Record<Mark, ReactElement> = {
  empty: <CircleRegular aria-hidden="true" />,
  half: <CircleHalfFillRegular aria-hidden="true" />,
  full: <CheckmarkCircleFilled aria-hidden="true" />,
};

function MarkCell({ mark, words, lines }: { mark: Mark; words: string; lines: readonly string[] }) {
  const styles = useStyles();
  return (
    <div className={styles.cell}>
      <Tooltip content={words} relationship="label">
        <span
          role="img"
          data-state={mark}
          className={mergeClasses(styles.icon, mark === 'half' && styles.half, mark === 'full' && styles.done)}
        >
          {MARKS[mark]}
        </span>
      </Tooltip>
      <Words lines={lines} />
    </div>
  );
}

const SITE_RECON: Record<ProjectProgress['site_recon'], { mark: Mark; words: string }> = {
  none: { mark: 'empty', words: 'No site visits' },
  any: { mark: 'half', words: 'Site visits planned or under way' },
  completed: { mark: 'full', words: 'Site visits completed' },
};

const INSIGHTS: Record<ProjectProgress['insights'], { mark: Mark; words: string }> = {
  empty: { mark: 'empty', words: 'No annotations' },
  half: { mark: 'half', words: 'Annotated' },
  full: { mark: 'full', words: 'Every mention is associated with a feature' },
};

const REPORT: Record<ProjectProgress['report'], { mark: Mark; words: string }> = {
  empty: { mark: 'empty', words: 'Report not started' },
  started: { mark: 'half', words: 'Report started' },
};

function visitWords({ site_recon: state, counts }: ProjectProgress): string {
  if (state === 'none') return 'No visits';
  const { done = 0, total = 0 } = counts?.site_visits ?? {};
  if (total === 0) return state === 'completed' ? 'Completed' : 'Planned';
  return `${done} of ${total} ${total === 1 ? 'visit' : 'visits'} done`;
}

function insightWords({ insights, counts }: ProjectProgress): string[] {
  const { to_review: toReview = 0, to_link: toLink = 0 } = counts ?? {};
  const open = [toReview > 0 ? `${toReview} to review` : '', toLink > 0 ? `${toLink} to link` : ''].filter(Boolean);
  if (open.length > 0) return open;
  return [insights === 'empty' ? 'None yet' : insights === 'full' ? 'All linked' : 'Annotated'];
}

/** None, some, completed (PROJ-14). */
export function SiteReconCell({ project }: { project: Project }) {
  const progress = progressOf(project);
  return <MarkCell {...SITE_RECON[progress.site_recon]} lines={[visitWords(progress)]} />;
}

/** Half with annotations, full once every mention has a feature (PROJ-15). */
export function InsightsCell({ project }: { project: Project }) {
  const progress = progressOf(project);
  return <MarkCell {...INSIGHTS[progress.insights]} lines={insightWords(progress)} />;
}

/** Empty until the status reaches report generation (PROJ-16). */
export function ReportCell({ project }: { project: Project }) {
  const { report } = progressOf(project);
  return project.status === 'completed' ? (
    <MarkCell mark="full" words="Report completed" lines={['Completed']} />
  ) : (
    <MarkCell {...REPORT[report]} lines={[report === 'started' ? 'Started' : 'Not started']} />
  );
}

/** For the legend. */
export function MarkSign({ mark }: { mark: Mark }) {
  const styles = useStyles();
  return (
    <span
      aria-hidden="true"
      className={mergeClasses(styles.icon, mark === 'half' && styles.half, mark === 'full' && styles.done)}
    >
      {MARKS[mark]}
    </span>
  );
}

/** For the legend. */
export function BarSign({ state }: { state: BarState }) {
  const styles = useStyles();
  return (
    <span aria-hidden="true" className={styles.bars}>
      <span className={styles.bar}>
        {state === 'empty' ? null : (
          <span className={mergeClasses(styles.level, state === 'full' ? styles.full : styles.partial)} />
        )}
      </span>
    </span>
  );
}
