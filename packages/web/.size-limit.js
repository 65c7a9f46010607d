/**
 * Weight budgets, gzip. The first screen is everything a visitor of `/` loads before they can sign in: the entry, what it
 * imports and the screen itself; its language is weighed apart. Every other chunk stands for what one more tap may cost.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const file = (key) => `dist/${manifest[key].file}`

const withImports = (keys, seen = new Set()) => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest[key].imports ?? [], seen)
  }
  return seen
}

const isScript = (key) => manifest[key].file.endsWith('.js')
const keyOf = (pattern) => {
  const found = Object.keys(manifest).find((key) => pattern.test(key))
  if (found === undefined) throw new Error(`the build has nothing like ${pattern}`)
  return found
}
const texts = ['en', 'es', 'ko'].map((language) => keyOf(new RegExp(`^texts/${language}$`)))
const first = withImports([keyOf(/^_base-.*\.js$/), keyOf(/routes\/index\.tsx/)])
const gzip = (key) => gzipSync(readFileSync(file(key))).length
const heaviest = Object.keys(manifest)
  .filter((key) => isScript(key) && !first.has(key) && !texts.includes(key))
  .toSorted((a, b) => gzip(b) - gzip(a))[0]

export default [
  { name: 'first screen /', path: [...first].filter(isScript).map(file), limit: '120 kB', gzip: true },
  { name: 'heaviest further chunk', path: file(heaviest), limit: '35 kB', gzip: true },
  ...texts.map((key) => ({ name: `language ${manifest[key].name}`, path: file(key), limit: '20 kB', gzip: true })),
]
