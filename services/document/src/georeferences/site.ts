import type { Place } from '@symbio/georeference';
import type { CallParent, Client } from '@symbio/rpc';
import type { ProjectServiceService } from '@symbio/proto/project';

/** Feet around a coordinate that a person gave; the middle of a ZIP code or city can be miles away. */
const RADIUS = { person: 8_000, area: 15_840 } as const;

/** Where the property of a project is; undefined if it is not known. */
export const siteOf =
  (project: Pick<Client<typeof ProjectServiceService>, 'getProject'>) =>
  async (id: string, parent: CallParent): Promise<(Place & { radiusFeet: number }) | undefined> => {
    const { project: found } = await project.getProject({ id }, parent);
    const location = found?.propertyLocation;
    if (!location) return undefined;
    const { longitude, latitude, origin } = location;
    return { longitude, latitude, radiusFeet: origin === 'person' ? RADIUS.person : RADIUS.area };
  };
