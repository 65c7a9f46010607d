/**
 * The developers' page: `dist/developers/`, with the API document beside it. It stands apart from the application: a page of three
 * small files that nobody loads who only uses Puente, and that needs neither session nor service worker.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

const FOLDER = 'developers'

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
      const script = join(root, `src/${FOLDER}/page.ts`)
      const { code } = await transformWithOxc(readFileSync(script, 'utf8'), script, { sourcemap: false })
      const document: unknown = JSON.parse(read('../contract/openapi.json'))
      const files = {
        'index.html': read(`src/${FOLDER}/index.html`),
        'page.css': read(`src/${FOLDER}/page.css`),
        'page.js': code,
        'openapi.json': JSON.stringify(document),
      }
      for (const [name, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source })
    },
  }
}
