import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { routeOptions } from './build/routes.ts'
import { textsAlias, textsPlugin } from './build/texts.ts'

const folder = (name: string) => join(import.meta.dirname, name)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [textsPlugin(), tanstackRouter({ ...routeOptions, autoCodeSplitting: false }), react()],
  resolve: { alias: textsAlias },
  define: { __SPLASH_MS__: '2000' },
  test: {
    name: 'web',
    maxWorkers: 3,
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'build/**/*.test.ts'],
    setupFiles: [folder('src/test/setup.ts')],
    // One browser and one application per worker; `setup.ts` clears what a file leaves in them.
    isolate: false,
    server: { deps: { inline: ['use-intl'] } },
  },
})
