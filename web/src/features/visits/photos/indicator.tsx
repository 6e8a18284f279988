import { lazy, Suspense, useEffect } from 'react';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { useVisitsWithPhotos } from './photo-registry.js';

// hardly ever there: the frame of every page does not wait for it
const PhotosMenu = lazy(() => import('./photos-menu.js').then((module) => ({ default: module.PhotosMenu })));

/**
 * The photographs on their way to visits, seen from every page. Those that the browser has kept go on wherever somebody is.
 * Nothing while there are none.
 */
export function PhotosIndicator() {
  const dispatch = useApiDispatch();
  useEffect(() => {
    import('./photo-queues.js')
      .then(({ goOnWithPhotos }) => goOnWithPhotos(dispatch))
      // without a connection to load it they stay kept until the page is loaded again, or their visit opened
      .catch(() => undefined);
  }, [dispatch]);
  const visits = useVisitsWithPhotos();
  if (visits.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PhotosMenu visits={visits} />
    </Suspense>
  );
}
