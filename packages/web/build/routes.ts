/** How the route tree is made from `src/routes`; used by the build, by the tests and by `generate.ts`. */
import type { Config } from '@tanstack/router-plugin/vite'

export const routeOptions = {
  target: 'react',
  routesDirectory: './src/routes',
  generatedRouteTree: './src/routeTree.gen.ts',
  routeFileIgnorePattern: '\\.test\\.',
  addExtensions: true,
  autoCodeSplitting: true,
  quoteStyle: 'single',
  semicolons: false,
} as const satisfies Partial<Config>
