/// <reference types="vite/client" />

/** How long the splash stays, in milliseconds; a build for tests may shorten it. */
declare const __SPLASH_MS__: number
