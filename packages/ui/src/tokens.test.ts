import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { colours, graphicPairs, textPairs, type Colour } from './tokens.ts'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The hex colours declared in the block that opens with `selector`. */
const declaredIn = (selector: string): Record<string, string> => {
  const start = css.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`no block ${selector}`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]))
}

const tableOf = (mode: 'light' | 'dark') =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [name, value[mode]]))

/** Contrast as WCAG 2.2 defines it: relative luminances, from 1 to 21. */
const contrast = (first: string, second: string): number => {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const [lighter, darker] = [luminance(first), luminance(second)].toSorted((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

const failing = (pairs: readonly (readonly [Colour, Colour])[], least: number) =>
  pairs.flatMap(([mark, background]) =>
    (['light', 'dark'] as const).flatMap((mode) => {
      const ratio = contrast(colours[mark][mode], colours[background][mode])
      return ratio < least ? [`${mark} on ${background} (${mode}): ${ratio.toFixed(2)}`] : []
    }),
  )

test('the style sheet holds the light table', () => {
  expect(declaredIn(':root')).toEqual(tableOf('light'))
})

test('the style sheet holds the dark table, for both the chosen and the system theme', () => {
  expect(declaredIn("[data-theme='dark']")).toEqual(tableOf('dark'))
  expect(declaredIn(":root:not([data-theme='light'])")).toEqual(tableOf('dark'))
})

test('every colour of the table has a Tailwind name', () => {
  const named = [...css.matchAll(/--color-([\w-]+): var\(--\1\);/g)].map((match) => match[1])
  expect(named).toEqual(expect.arrayContaining(Object.keys(colours)))
})

test('X-27 every text pair passes AA in both modes', () => {
  expect(failing(textPairs, 4.5)).toEqual([])
})

test('controls, bars and focus are seen at 3 to 1 in both modes', () => {
  expect(failing(graphicPairs, 3)).toEqual([])
})

test('the contrast measure agrees with the known extremes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
