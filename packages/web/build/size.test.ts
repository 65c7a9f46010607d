import { expect, test } from 'vitest'
import { isBroken, tableOf, weigh, type Manifest } from './size.ts'

const route = (path: string) => `src/routes/${path}.tsx?tsr-split=component`

/** A build of a few files; each weighs what stands in its name, in kB. */
const manifest: Manifest = {
  'index.html': { file: 'entry-20.js', imports: ['_react.js'] },
  '_react.js': { file: 'react-60.js' },
  '_routed-x.js': { file: 'routed-30.js', imports: ['index.html'] },
  '_form.js': { file: 'form-15.js' },
  'main.css': { file: 'main-50.css' },
  [route('index')]: { file: 'first-1.js', imports: ['index.html'] },
  [route('_app')]: { file: 'app-5.js' },
  [route('_app/home')]: { file: 'home-6.js', imports: ['main.css'] },
  [route('_app/kyc/index')]: { file: 'kyc-3.js' },
  [route('_app/kyc/Tier1')]: { file: 'tier-4.js', imports: ['_form.js'] },
  'texts/en': { file: 'en-10.js' },
  'texts/es': { file: 'es-11.js' },
  'texts/ko': { file: 'ko-12.js' },
  'src/app/menu.tsx': { file: 'menu-2.js' },
}
const sizeOf = (file: string) => Number(/-(\d+)\./.exec(file)?.[1]) * 1000
const budgets = { 'first screen': 80, home: 121, kyc: 134 }

test('a group weighs what a first visit of its heaviest screen runs: entry, router, layouts, screen, and what they import', () => {
  const weights = weigh(manifest, sizeOf, budgets)
  expect(weights.map(({ name, kB }) => [name, kB])).toEqual([
    ['first screen', 80],
    ['home', 121],
    ['kyc', 134],
    ['texts en', 10],
    ['texts es', 11],
    ['texts ko', 12],
    ['heaviest part', 2],
  ])
  expect(weights.filter(isBroken)).toEqual([])
})

test('a kilobyte too much breaks the budget of its group alone, and the table says so', () => {
  const weights = weigh({ ...manifest, '_form.js': { file: 'form-16.js' } }, sizeOf, budgets)
  expect(weights.filter(isBroken).map(({ name }) => name)).toEqual(['kyc'])
  expect(tableOf(weights).filter((line) => line.includes('too heavy'))).toEqual([
    'kyc                  135.0      134  too heavy',
  ])
})

test('a group of routes without a budget is refused, and so is a budget without a group', () => {
  expect(() => weigh(manifest, sizeOf, { 'first screen': 80, home: 121 })).toThrow(/kyc/)
  expect(() => weigh(manifest, sizeOf, { ...budgets, rewards: 1 })).toThrow(/rewards/)
})
