/**
 * Texts. A language is a folder of ICU files, one per feature; a build joins them, with the contract's error texts
 * under `errors`, into one catalogue that the browser loads when the language is chosen. Messages are compiled here,
 * so that no ICU parser travels to the phone. `messages.gen.ts` repeats the English texts as literal types: that is
 * what lets the compiler check keys and arguments.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

export type Texts = { [key: string]: string | Texts }

const textsFolder = join(import.meta.dirname, '../src/texts')
const generatedFile = join(textsFolder, 'messages.gen.ts')
const require = createRequire(import.meta.url)

const readTexts = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts

const featureFiles = (language: string): string[] =>
  readdirSync(join(textsFolder, language))
    .filter((name) => name.endsWith('.json'))
    .toSorted()

/** The texts of a language as written: `{ common: {...}, auth: {...}, errors: {...} }`. */
export const catalogue = (language: string): Texts => ({
  ...Object.fromEntries(
    featureFiles(language).map((name) => [basename(name, '.json'), readTexts(join(textsFolder, language, name))]),
  ),
  errors: readTexts(require.resolve(`@puente/contract/texts/${language}.json`)),
  identity: readTexts(require.resolve(`@puente/contract/texts/identity/${language}.json`)),
  notices: readTexts(require.resolve(`@puente/contract/texts/notices/${language}.json`)),
  returns: readTexts(require.resolve(`@puente/contract/texts/returns/${language}.json`)),
})

const mapLeaves = (texts: Texts, change: (text: string) => unknown): unknown =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? change(value) : mapLeaves(value, change),
    ]),
  )

/** Writes the literal types when the English texts have changed. */
export const writeMessageTypes = (): void => {
  const source = [
    '// Generated from the English texts by the build and by `node build/generate.ts`.',
    `export type Messages = ${JSON.stringify(catalogue('en'), null, 2)}`,
    '',
  ].join('\n')
  let before = ''
  try {
    before = readFileSync(generatedFile, 'utf8')
  } catch {
    // The first run has nothing to compare with.
  }
  if (before !== source) writeFileSync(generatedFile, source)
}

const virtualPrefix = 'virtual:texts/'
const resolvedPrefix = '\0texts/'

/** Serves `virtual:texts/<language>` as a compiled catalogue. */
export const textsPlugin = (): Plugin => ({
  name: 'puente-texts',
  enforce: 'pre',
  buildStart: writeMessageTypes,
  resolveId: (id) => (id.startsWith(virtualPrefix) ? resolvedPrefix + id.slice(virtualPrefix.length) : undefined),
  load(id) {
    if (!id.startsWith(resolvedPrefix)) return undefined
    const language = id.slice(resolvedPrefix.length)
    for (const name of featureFiles(language)) this.addWatchFile(join(textsFolder, language, name))
    const compiled = mapLeaves(catalogue(language), compile)
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`, moduleType: 'js' }
  },
})

/** Leaves the ICU parser out of every bundle; vite and vitest share it. */
export const textsAlias = [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }]
