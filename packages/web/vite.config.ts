import tailwind from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedPlugin } from './build/compressed.ts'
import { developersPlugin } from './build/developers.ts'
import { firstScreenPlugin } from './build/first-screen.ts'
import { pwa } from './build/pwa.ts'
import { routeOptions } from './build/routes.ts'
import { screensPlugin } from './build/screens.ts'
import { textsAlias, textsPlugin } from './build/texts.ts'

const SPLASH_MS = 2000

/** The server that `npm run dev` and `vite preview` ask; the built application is served by it. */
const api = process.env['PUENTE_API'] ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [
    textsPlugin(),
    tanstackRouter(routeOptions),
    react(),
    tailwind(),
    screensPlugin(),
    firstScreenPlugin(),
    developersPlugin(),
    pwa(),
    compressedPlugin(),
  ],
  resolve: { alias: textsAlias },
  define: { __SPLASH_MS__: JSON.stringify(Number(process.env['PUENTE_SPLASH_MS'] ?? SPLASH_MS)) },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: {
    target: 'es2022',
    // A font as `data:` would break the content security policy.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screen and every other need comes in a few files instead of forty; the rest stays per screen.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
            { name: 'base', tags: ['$initial'], priority: 2 },
            // The router travels with the screens it leads to, and only with them.
            {
              name: 'routed',
              test: /app\/(?:routed|router)\.tsx?$|routeTree\.gen|@tanstack\/(?:react-)?router/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
