/**
 * The developers' page: `dist/developers/`, with the API document beside it. It stands apart from the application: a page of three
 * small files that nobody loads who only uses Puente, and that needs neither session nor service worker.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const FOLDER = 'developers'

/** The page's script in one file, built apart so that it shares no chunk with the application. */
const scriptOf = async (root: string): Promise<string> => {
  const built = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, `src/${FOLDER}/page.ts`) },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

export const developersPlugin = (): Plugin => {
  let root = ''
  return {
    name: 'puente-developers',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle() {
      const read = (path: string) => readFileSync(join(root, path), 'utf8')
      const document: unknown = JSON.parse(read('../contract/openapi.json'))
      const files = {
        'index.html': read(`src/${FOLDER}/index.html`),
        'page.css': read(`src/${FOLDER}/page.css`),
        'page.js': await scriptOf(root),
        'openapi.json': JSON.stringify(document),
      }
      for (const [name, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source })
    },
  }
}
