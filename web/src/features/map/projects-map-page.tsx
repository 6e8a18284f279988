import { Text } from '@fluentui/react-components';
import type { Place } from '@symbio/georeference';
import { PROJECT_STATUS_LABELS } from '@symbio/proto/labels';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { FEATURE_COLOUR, type MapLayer } from '../../map/map-layers.js';
import type { SheetMapHandle } from '../../map/map-props.js';
import { boxOf, toMercator } from '../../map/mercator.js';
import { SheetMap } from '../../map/sheet-map.js';
import { useMapStyles } from './map-styles.js';
import { mapUrlOf, positionParameter } from './map-url.js';
import { PlaceList } from './place-list.js';
import { useGetProjectSitesQuery, type ProjectSite } from './project-sites-api.js';
import { countText } from '../../lib/ui/formats.js';

const COMPLETED_COLOUR = '#707070';
/** Zoom of a project that was chosen in the list: some blocks. */
const CLOSE_ZOOM = 15;
const NONE: readonly never[] = [];

const SOURCES = {
  site: 'site set on its map',
  boundary: 'middle of its boundary',
  person: 'coordinate of the property',
  zip: 'middle of its ZIP code',
  city: 'middle of its city',
} as const;

const hrefOf = ({ project_id: id }: ProjectSite): string => `/projects/${id}/map`;

function factsOf({ number, status, place, placed_pages: { rough, exact } }: ProjectSite): string {
  const sheets = rough + exact;
  return [
    number,
    PROJECT_STATUS_LABELS[status],
    place && SOURCES[place.source],
    sheets > 0 && `${countText(sheets, 'sheet')} placed`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function layerOf(id: string, colour: string, sites: readonly ProjectSite[]): MapLayer {
  const dots = sites.flatMap((site) =>
    site.place
      ? [
          {
            ...{ id: site.project_id, name: site.title },
            ...{ longitude: site.place.longitude, latitude: site.place.latitude },
          },
        ]
      : [],
  );
  return { id, kind: 'dots', colour, radius: 8, dots };
}

interface SiteListProps {
  title: string;
  sites: readonly ProjectSite[];
  to: (site: ProjectSite) => string;
  /** Absent for projects without a place. */
  onGo?: (place: Place) => void;
}

function SiteList({ title, sites, to, onGo }: SiteListProps) {
  if (sites.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text as="h2" weight="semibold">
        {`${title} (${sites.length})`}
      </Text>
      <PlaceList
        isTall
        places={sites.map((site) => {
          const { project_id: id, title: name, place } = site;
          return {
            id,
            name,
            href: to(site),
            facts: factsOf(site),
            onGo: onGo && place ? () => onGo(place) : undefined,
          };
        })}
      />
    </section>
  );
}

/** Where all projects are that a person may see; each leads to its own map. */
export function ProjectsMapPage() {
  const styles = useMapStyles();
  const navigate = useNavigate();
  const [address, change] = useUrlState();
  const [start] = useState(mapUrlOf(address).position);
  const map = useRef<SheetMapHandle>(null);
  const { data: sites = NONE, isLoading, isError, error, refetch } = useGetProjectSitesQuery();
  useLiveChanges(null);
  useDocumentTitle('Map of projects');
  const placed = useMemo(() => sites.filter(({ place }) => place), [sites]);
  const layers = useMemo(
    () => [
      layerOf(
        'completed',
        COMPLETED_COLOUR,
        placed.filter(({ status }) => status === 'completed'),
      ),
      layerOf(
        'open',
        FEATURE_COLOUR,
        placed.filter(({ status }) => status !== 'completed'),
      ),
    ],
    [placed],
  );
  if (isLoading) return <LoadingView screen label="Loading the map..." />;
  if (isError && sites.length === 0)
    return <LoadErrorMessage what="The map" error={error} onRetry={() => void refetch()} />;
  if (sites.length === 0)
    return (
      <EmptyState title="No project is on the map yet">
        A project appears here with the address of its property, its coordinate, or a boundary drawn on its map.
      </EmptyState>
    );
  const unplaced = sites.filter(({ place }) => !place);
  const boxes = placed.flatMap(({ place }) => (place ? [toMercator(place)] : []));
  return (
    <div className={styles.root}>
      <div className={styles.map}>
        <SheetMap
          ref={map}
          sheets={NONE}
          layers={layers}
          markers={NONE}
          position={start}
          fitTo={boxes.length > 0 ? boxOf(boxes) : null}
          label="Map of projects; the list beside it has the same projects"
          table={null}
          onClick={(_, dotId) => {
            const site = sites.find(({ project_id: id }) => id === dotId);
            if (site) void navigate(hrefOf(site));
          }}
          onRest={(rest) => change({ at: positionParameter(rest) })}
        />
      </div>
      <aside className={styles.side} aria-label="Projects">
        <Text as="h1" size={500} weight="semibold">
          Map of projects
        </Text>
        <SiteList
          title="Projects on the map"
          sites={placed}
          to={hrefOf}
          onGo={(place) => map.current?.jumpTo({ ...place, zoom: CLOSE_ZOOM })}
        />
        <SiteList title="Without a place" sites={unplaced} to={({ project_id: id }) => `/projects/${id}/setup`} />
      </aside>
    </div>
  );
}
