/** What to make pictures of, and of how much: everything, unless the environment asks for a part. */
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@puente/contract'

export const THEMES = ['light', 'dark'] as const
export const STATES = ['loading', 'empty', 'refused', 'filled'] as const
export type State = (typeof STATES)[number]

/** Width to height, in CSS pixels: a small phone, a tablet, a laptop. */
export const SIZES = { 360: 780, 768: 1024, 1280: 800 } as const
export const WIDTHS = [360, 768, 1280] as const

const part = <T extends string | number>(name: string, all: readonly T[]): readonly T[] => {
  const asked = process.env[name]?.split(',').map((word) => word.trim())
  if (!asked) return all
  const unknown = asked.find((word) => !all.some((one) => String(one) === word))
  if (unknown !== undefined) throw new Error(`${name} knows ${all.join(', ')}, not "${unknown}"`)
  return all.filter((one) => asked.includes(String(one)))
}

export const states = part('STATES', STATES)
export const widths = part('WIDTHS', WIDTHS)
export const themes = part('THEMES', THEMES)
export const languages: readonly Language[] = part('LANGS', LANGUAGES)

const screens = process.env.SCREENS?.split(',').map((word) => word.trim())

/** The picture of the README is made only when asked for by name. */
export const isReadmeAsked = screens?.includes('readme') ?? false

/** Whether a screen is asked for; `SCREENS=send` means every screen whose name begins with it. */
export const isAsked = (screen: string): boolean =>
  screens === undefined || screens.some((word) => screen === word || screen.startsWith(`${word}-`))

export const root = join(import.meta.dirname, '../../../..')
export const folder = join(root, 'screens')

export type Look = { width: (typeof WIDTHS)[number]; theme: (typeof THEMES)[number]; language: Language }

/** Where a picture lies, below `screens/`. */
export const fileOf = (screen: string, state: State, { width, theme, language }: Look): string =>
  `${screen}/${state}-${width}-${theme}-${language}.png`
