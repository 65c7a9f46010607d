/** Writes the generated types (`routeTree.gen.ts`, `messages.gen.ts`) without a build: `node build/generate.ts`. */
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { createServer } from 'vite'
import { routeOptions } from './routes.ts'
import { writeMessageTypes } from './texts.ts'

writeMessageTypes()
// The plugin writes the tree when a server begins; this one never listens.
const server = await createServer({
  configFile: false,
  root: join(import.meta.dirname, '..'),
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  plugins: [tanstackRouter(routeOptions)],
})
await server.close()
