import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissRegular, MapRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { Picture } from '../../../components/picture.js';
import { RouterLink } from '../../../components/router-link.js';
import { Sheet } from '../../../components/sheet.js';
import { VisuallyHidden } from '../../../components/visually-hidden.js';
import { useGetDocumentsQuery } from '../../../evidence/documents-api.js';
import { rightsOf, type Project } from '../../../lib/project/project-context.js';
import { usePersonalChoice } from '../../../lib/ui/personal-choice.js';
import { useCountFeaturesQuery } from '../api.js';
import { DueDate } from '../due-date-text.js';
import { DropMap } from './drop-map.js';
import { isVisited, summaryOf, worthOpening } from './worth-opening.js';

const narrow = '@media (max-width: 760px)';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    gap: '24px',
    marginBottom: tokens.spacingVerticalL,
    padding: '20px 24px',
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', padding: '16px' },
  },
  project: { display: 'flex', gap: '16px', minWidth: 0 },
  sheet: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    width: '128px',
    height: '152px',
    overflow: 'hidden',
    fontSize: '32px',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    [narrow]: { width: '88px', height: '104px' },
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
  facts: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '6px', minWidth: 0 },
  kicker: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  due: { display: 'flex', gap: '6px' },
  steps: { display: 'flex', flexDirection: 'column', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: '12px', alignItems: 'start' },
  number: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '26px',
    height: '26px',
    borderRadius: '50%',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
  },
  done: { fontSize: '26px', lineHeight: 0, color: tokens.colorStatusSuccessForeground1 },
  stepTitle: { fontWeight: tokens.fontWeightSemibold },
  hint: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  hide: { position: 'absolute', top: '8px', right: '8px' },
});

/** Hidden once all are done, or on request. */
export function FirstSteps({ projects, mayCreate }: { projects: readonly Project[]; mayCreate: boolean }) {
  const [state, setState] = usePersonalChoice('first-steps', ['hidden']);
  const project = worthOpening(projects);
  if (state === 'hidden' || !project) return null;
  return <Steps project={project} projects={projects} mayCreate={mayCreate} onHide={() => setState('hidden')} />;
}

interface StepsProps {
  project: Project;
  projects: readonly Project[];
  mayCreate: boolean;
  onHide: () => void;
}

function Steps({ project, projects, mayCreate, onHide }: StepsProps) {
  const styles = useStyles();
  const [found, setFound] = usePersonalChoice('first-steps.found', ['done']);
  const [compared, setCompared] = usePersonalChoice('first-steps.compared', ['done']);
  const [dropped, setDropped] = usePersonalChoice('first-steps.dropped', ['done']);
  // the last step does not remove the strip while it is in use
  const [wasDone] = useState(found !== null && compared !== null && dropped !== null);
  const maps = useGetDocumentsQuery(
    {
      ...{ projectId: project.id, category: 'sanborn_maps', sort: 'total_pages', order: 'desc', page: 1, perPage: 100 },
    },
    { skip: wasDone },
  );
  const { data: findings } = useCountFeaturesQuery(project.id, { skip: wasDone });
  if (wasDone) return null;
  const sheets = maps.data?.data.reduce((sum, { pages_ready: ready }) => sum + (ready ?? 0), 0);
  const [map] = maps.data?.data ?? [];
  const path = `/projects/${project.id}`;
  const editable = projects.filter((each) => rightsOf(each.access_role).canEdit);
  return (
    <Sheet padded={false} className={styles.root} aria-label="First steps">
      <div className={styles.project}>
        <RouterLink to={path}>
          <span className={styles.sheet}>
            {map?.thumbnail_url ? (
              <Picture className={styles.picture} src={map.thumbnail_url} alt="" fallback={<MapRegular />} />
            ) : (
              <MapRegular />
            )}
          </span>
          <VisuallyHidden>Sheet of the project</VisuallyHidden>
        </RouterLink>
        <div className={styles.facts}>
          <span className={styles.kicker}>
            {isVisited(project) ? 'Sample project, to look around in' : 'Open first'}
          </span>
          <span className={styles.title}>{project.title}</span>
          <span>{summaryOf({ sheets, findings, toReview: project.progress?.counts?.to_review })}</span>
          {project.due_date ? (
            <span className={styles.due}>
              <span>Due</span>
              <DueDate project={project} />
            </span>
          ) : null}
          <RouterLink to={path}>Open project</RouterLink>
        </div>
      </div>
      <ol className={styles.steps} aria-label="Three steps">
        <Step number={1} isDone={found !== null} hint="The sheet with every marked hazard, about one minute.">
          <RouterLink
            to={map ? `${path}/documents/${map.id}` : `${path}/insights`}
            className={styles.stepTitle}
            onClick={() => setFound('done')}
          >
            See what was found
          </RouterLink>
        </Step>
        <Step number={2} isDone={compared !== null} hint="The same block in two editions, one over the other.">
          <RouterLink to={`${path}/time-machine`} className={styles.stepTitle} onClick={() => setCompared('done')}>
            Compare two years
          </RouterLink>
        </Step>
        <Step
          number={3}
          isDone={dropped !== null}
          hint={
            mayCreate || editable.length > 0
              ? 'Onto this page, or choose a file. Its hazards are marked without another click.'
              : 'Needs a project that you can edit. Ask the person you work with to add you to one.'
          }
        >
          {mayCreate || editable.length > 0 ? (
            <DropMap
              className={styles.stepTitle}
              projects={editable}
              mayCreate={mayCreate}
              onDropped={() => setDropped('done')}
            />
          ) : (
            <span className={styles.stepTitle}>Drop your own map</span>
          )}
        </Step>
      </ol>
      <Button
        className={styles.hide}
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label="Hide first steps"
        onClick={onHide}
      />
    </Sheet>
  );
}

function Step({
  number,
  isDone,
  hint,
  children,
}: {
  number: number;
  isDone: boolean;
  hint: string;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <li className={styles.step}>
      {isDone ? (
        <CheckmarkCircleFilled className={styles.done} aria-label="Done" />
      ) : (
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      )}
      <div>
        <div>{children}</div>
        <div className={styles.hint}>{hint}</div>
      </div>
    </li>
  );
}
