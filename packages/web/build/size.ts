/**
 * Weight budgets of the built screens: `npm run size`. A group of routes weighs what a browser that has nothing yet must run for
 * its heaviest screen: the entry, the router, the route with its layouts, and all they import; gzip, in kB of 1000 bytes. Texts
 * and parts that are fetched when they are needed are weighed apart.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LANGUAGES } from '@puente/contract'

export type Manifest = Record<string, { file: string; imports?: string[] }>

/** What a group may weigh, in kB; each a little above what it weighs, so that a library that slips in is noticed. */
const BUDGETS_KB: Readonly<Record<string, number>> = {
  'first screen': 92,
  confirmation: 143,
  'sign-up': 202,
  'not-me': 143,
  'reset-password': 173,
  home: 255,
  movements: 246,
  'deposit-now': 219,
  payments: 245,
  pay: 149,
  u: 195,
  verify: 148,
  invoice: 227,
  kyc: 231,
  notifications: 201,
  settings: 217,
  about: 194,
  'kyc.continue': 203,
  'verify-user': 193,
  'verify-account': 209,
}
const TEXTS_KB = 58
/** The reader of QR codes, for browsers without one of their own. */
const PART_KB = 16

export type Weight = { name: string; kB: number; budgetKB: number }

const ENTRY = 'index.html'
const FIRST_SCREENS: ReadonlySet<string> = new Set(['index', 'sign-in'])
const ROUTE = /^src\/routes\/(.+)\.tsx\?tsr-split=component$/
const routeKey = (path: string) => `src/routes/${path}.tsx?tsr-split=component`

/** The keys and everything they import, however far down. */
const withImports = (manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> => {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    withImports(manifest, manifest[key]?.imports ?? [], found)
  }
  return found
}

/** The route's own key and those of the layouts around it. */
const routeAndLayouts = (manifest: Manifest, path: string): string[] => {
  const segments = path.split('/')
  const around = segments.flatMap((_, at) => {
    const folder = segments.slice(0, at).join('/')
    return folder === '' ? [] : [folder, `${folder}/route`]
  })
  return [...around, path].map(routeKey).filter((key) => key in manifest)
}

/** The group of a route: the first part of its address. */
const groupOf = (path: string): string => path.replace(/^_app\//, '').split('/')[0] ?? path

/**
 * Weighs every group of routes, every language and the heaviest part that no screen waits for.
 * @param sizeOf the weight of a built file, in bytes
 * @throws when a group has no budget, or a budget no group
 */
export const weigh = (
  manifest: Manifest,
  sizeOf: (file: string) => number,
  budgets: Readonly<Record<string, number>> = BUDGETS_KB,
): Weight[] => {
  const isScript = (key: string) => manifest[key]?.file.endsWith('.js') === true
  const kB = (keys: Iterable<string>) =>
    [...keys].filter(isScript).reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0) / 1000
  const router = Object.keys(manifest).filter((key) => key.startsWith('_routed-'))
  const isLayout = (path: string) => path.split('/').at(-1)?.startsWith('_') === true

  const first = withImports(manifest, [ENTRY])
  const waitedFor = new Set(first)
  const groups = new Map([['first screen', kB(first)]])
  for (const path of Object.keys(manifest).flatMap((key) => ROUTE.exec(key)?.[1] ?? [])) {
    const keys = withImports(manifest, [ENTRY, ...router, ...routeAndLayouts(manifest, path)])
    for (const key of keys) waitedFor.add(key)
    if (FIRST_SCREENS.has(path) || isLayout(path)) continue
    groups.set(groupOf(path), Math.max(groups.get(groupOf(path)) ?? 0, kB(keys)))
  }
  const known = Object.keys(budgets)
  const odd = [...known.filter((name) => !groups.has(name)), ...[...groups.keys()].filter((name) => !(name in budgets))]
  if (odd.length > 0) throw new Error(`not both a group of routes and a budget: ${odd.join(', ')}`)

  const texts = LANGUAGES.map((language) => ({ key: `texts/${language}`, name: `texts ${language}` }))
  const parts = Object.keys(manifest).filter((key) => isScript(key) && !waitedFor.has(key) && !key.startsWith('texts/'))
  return [
    ...known.map((name) => ({ name, kB: groups.get(name) ?? 0, budgetKB: budgets[name] ?? 0 })),
    ...texts.map(({ key, name }) => ({ name, kB: kB([key]), budgetKB: TEXTS_KB })),
    { name: 'heaviest part', kB: Math.max(...parts.map((key) => kB([key]))), budgetKB: PART_KB },
  ]
}

export const isBroken = ({ kB, budgetKB }: Weight): boolean => kB > budgetKB

/** The weights as a table, one line each. */
export const tableOf = (weights: readonly Weight[]): string[] => [
  `${'group'.padEnd(18)}${'kB'.padStart(8)}${'budget'.padStart(9)}`,
  ...weights.map(
    (weight) =>
      `${weight.name.padEnd(18)}${weight.kB.toFixed(1).padStart(8)}${weight.budgetKB.toFixed(0).padStart(9)}${isBroken(weight) ? '  too heavy' : ''}`,
  ),
]

if (import.meta.main) {
  const dist = join(import.meta.dirname, '../dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const weights = weigh(manifest, (file) => gzipSync(readFileSync(join(dist, file))).length)
  process.stdout.write(`${tableOf(weights).join('\n')}\n`)
  if (weights.some(isBroken)) process.exitCode = 1
}
