/// <reference types="vite/client" />

/** Settings of the build, beside Vite's own. */
interface ImportMetaEnv {
  /** Address of the contact-support link. */
  readonly VITE_SUPPORT_EMAIL?: string;
}
