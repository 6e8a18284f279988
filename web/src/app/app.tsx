import { RendererProvider } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { renewSession } from '../lib/session/session.js';
import { withholdCompositions } from '../lib/ui/keys.js';
import { ToastRegion } from '../lib/ui/toasts.js';
import { renderer } from './style-renderer.js';
import { createRouter } from './router.js';
import type { AppStore } from './store.js';
import { ThemeProvider } from './theme.js';
import { UndoKeys } from './undo-keys.js';

export function App({ store }: { store: AppStore }) {
  const [router] = useState(createRouter);
  useEffect(() => {
    void renewSession();
  }, []);
  useEffect(withholdCompositions, []);
  return (
    <Provider store={store}>
      <RendererProvider renderer={renderer} targetDocument={document}>
        <ThemeProvider>
          <RouterProvider router={router} />
          <ToastRegion />
          <UndoKeys />
        </ThemeProvider>
      </RendererProvider>
    </Provider>
  );
}
