import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The paths of all screens, out of the generated route tree. */
export const screensIn = (routeTree: string): string[] => {
  const union = /fullPaths:\s*([^}]*?)\n\s*fileRoutesByTo/.exec(routeTree)?.[1] ?? ''
  const screens = [...union.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
  // A parent and its index page are listed twice, once with a slash at the end.
  return [...new Set(screens.map((path) => (path === '/' ? path : path.replace(/\/$/, ''))))].toSorted()
}

/** Writes `screens.json`: the paths the server answers with the application; all others are a 404. */
export const screensPlugin = (): Plugin => {
  let root = ''
  return {
    name: 'puente-screens',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle() {
      const screens = screensIn(readFileSync(join(root, 'src/routeTree.gen.ts'), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: `${JSON.stringify(screens, null, 2)}\n` })
    },
  }
}
