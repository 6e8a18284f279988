import { lazy, Suspense } from 'react';
import { useAllUploads } from './registry.js';

// hardly ever there: the frame of every page does not wait for it
const UploadsMenu = lazy(() => import('./uploads-menu.js').then((module) => ({ default: module.UploadsMenu })));

/** The uploads of all projects, seen from every page. Nothing while there are none. */
export function UploadsIndicator() {
  const all = useAllUploads();
  if (all.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UploadsMenu all={all} />
    </Suspense>
  );
}
