import { makeStyles, Badge, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import type { DueAgencyRequests } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import type { Project } from '../../lib/project/project-context.js';
import { countText, dateOnly } from '../../lib/ui/formats.js';
import { operation } from '../../lib/http/operation.js';

const dueApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDueRequests: build.query<DueAgencyRequests[], void>({
      query: () => operation('GET', '/api/public/due-agency-requests'),
      transformResponse: (answer: Envelope<DueAgencyRequests[]>) => answer.data,
      providesTags: ['AgencyRequest', 'Project'],
    }),
  }),
});

const useStyles = makeStyles({
  link: { textDecorationLine: 'none', borderRadius: tokens.borderRadiusMedium },
});

/** Leads to the requests to agencies that are to be followed up; nothing without such requests. */
export function DueRequestsChip({ project: { id, status } }: { project: Project }) {
  const styles = useStyles();
  // one request for all rows
  const { currentData } = dueApi.useListDueRequestsQuery();
  const found = status === 'completed' ? undefined : currentData?.find(({ project_id: projectId }) => projectId === id);
  return found ? (
    <Link
      to={`/projects/${id}/records/requests`}
      className={styles.link}
      title={`The earliest was due ${dateOnly(found.earliest_on)}`}
    >
      <Badge appearance="tint" size="small" color="warning">
        {`${countText(found.due, 'request')} to follow up`}
      </Badge>
    </Link>
  ) : null;
}
