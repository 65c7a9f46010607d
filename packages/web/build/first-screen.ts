/**
 * The logged-out first screen as plain HTML, one file per language: `dist/first/<language>.html`. It paints before any
 * script has arrived; the script then takes the form over with whatever has been typed into it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@puente/contract'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type ResolvedConfig } from 'vite'
import { textsAlias, textsPlugin } from './texts.ts'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

type Page = { title: string; html: string }
type Prerender = { prerenderFirstScreen: (language: Language) => Promise<Page> }

/** Renders the screen in every language, with the source run as it is. */
const renderAll = async (root: string): Promise<Record<Language, Page>> => {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [textsPlugin(), react()],
    resolve: { alias: textsAlias },
    ssr: { noExternal: ['use-intl'] },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { prerenderFirstScreen } = (await server.ssrLoadModule('/src/app/prerender.tsx')) as Prerender
    const pages = await Promise.all(LANGUAGES.map(async (language) => [language, await prerenderFirstScreen(language)]))
    return Object.fromEntries(pages) as Record<Language, Page>
  } finally {
    await server.close()
  }
}

/** The entry of the build's manifest whose source is named so. */
const entryOf = (manifest: Manifest, source: RegExp) => {
  const found = Object.entries(manifest).find(([key]) => source.test(key))
  if (!found) throw new Error(`the build has nothing like ${source.source}`)
  return found[1]
}

const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`

/** The router with its screens, for every page but the first: asked for at once, not only when the script before it has run. */
const routedPreloads = (manifest: Manifest, shell: string): string[] => {
  const found = new Set<string>()
  const collect = ({ file, imports = [] }: Chunk): void => {
    if (shell.includes(file) || found.has(file)) return
    found.add(file)
    for (const key of imports) if (manifest[key]) collect(manifest[key])
  }
  collect(entryOf(manifest, /^_routed-/))
  return [...found].map(modulePreload)
}

/** What the first screen will ask for once the script runs, asked for at once instead. */
const firstPreloads = (manifest: Manifest, language: Language): string[] => {
  const font = entryOf(manifest, /figtree-latin-wght/).file
  return [
    modulePreload(entryOf(manifest, new RegExp(`^texts/${language}$`)).file),
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
  ]
}

const withinHead = (page: string, tags: string[]): string =>
  page.replace('</head>', `  ${tags.join('\n    ')}\n  </head>`)

export const firstScreenPlugin = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'puente-first-screen',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const out = join(config.root, config.build.outDir)
        const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest
        const shell = readFileSync(join(out, 'index.html'), 'utf8')
        const pages = await renderAll(config.root)
        mkdirSync(join(out, 'first'), { recursive: true })
        for (const language of LANGUAGES) {
          const { title, html } = pages[language]
          const page = withinHead(shell, firstPreloads(manifest, language))
            .replace('<html lang="en">', `<html lang="${language}">`)
            .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
            // The page stands and can be typed into without them; its style and its font come first.
            .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
            .replace('<div id="root"></div>', `<div id="first">${html}</div>\n    <div id="root"></div>`)
          writeFileSync(join(out, 'first', `${language}.html`), page)
        }
        writeFileSync(join(out, 'index.html'), withinHead(shell, routedPreloads(manifest, shell)))
      },
    },
  }
}
