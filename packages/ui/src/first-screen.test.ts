import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What the logged-out first screen is made of: it must load on a slow phone, so it stays clear of the larger libraries. */
const parts = [
  'button',
  'text-field',
  'password-field',
  'checkbox',
  'bridge-mark',
  'notice',
  'spinner',
  'segmented',
  'card',
  'page',
]

const importsOf = (file: string, seen = new Set<string>()): Set<string> => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  for (const [, from] of source.matchAll(/from '([^']+)'/g)) {
    if (from === undefined || seen.has(from)) continue
    seen.add(from)
    if (from.startsWith('./')) importsOf(from, seen)
  }
  return seen
}

test.each(parts)('%s imports only small libraries, and icons one by one', (part) => {
  const allowed = /^(react|clsx|class-variance-authority|lucide-react\/icons\/[\w-]+|\.\/.+)$/
  expect([...importsOf(`${part}.tsx`)].filter((from) => !allowed.test(from))).toEqual([])
})

test('the check sees through to what is imported further down', () => {
  expect([...importsOf('sheet.tsx')]).toContain('@base-ui/react/dialog')
  expect([...importsOf('password-field.tsx')]).toContain('./field.tsx')
})
