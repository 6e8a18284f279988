import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api, TAG_TYPES } from '../lib/http/api.js';
import { currentSession, subscribeToDepartures, subscribeToSession } from '../lib/session/session.js';

/** Server state only. Cleared when the session ends, so the next user sees none of it. */
export function createStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    // both checks run in development only, and warn constantly on slow machines
    middleware: (defaults) =>
      defaults({ immutableCheck: { warnAfter: 500 }, serializableCheck: { warnAfter: 500 } }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  const forget = () => store.dispatch(api.util.resetApiState());
  subscribeToDepartures(() => {
    // deferred: after the guard has unmounted all screens, no query refetches without a token
    if (currentSession().status === 'signed-out') setTimeout(forget, 0);
    else forget();
  });
  let { status } = currentSession();
  subscribeToSession(() => {
    const before = status;
    ({ status } = currentSession());
    // changes during the lapse or without a network were missed
    if ((before === 'lapsed' || before === 'offline') && status === 'signed-in')
      store.dispatch(api.util.invalidateTags([...TAG_TYPES]));
  });
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
