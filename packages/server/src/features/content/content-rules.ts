/** Which rails take something new, decided from settings alone. */
import { type Rail, RAILS } from '@puente/contract'
import type { Switch } from './content-store.ts'

/** What a refusal says of a rail that takes nothing now. */
export const closedRail = (rail: Rail) => ({ rail, alternatives: [] })

type Provider = 'off' | { sandbox: boolean }

type Providers = { card: Provider }

/** Whether the rail's provider is configured; one without a provider always is. */
const IS_CONFIGURED: Record<Rail, (providers: Providers) => boolean> = {
  inApp: () => true,
  card: ({ card }) => card !== 'off',
}

/** A rail works unless its provider is off or an operator's switch `rail:<name>` says so, with a text for the screens. */
export const railsOf = (providers: Providers, switches: readonly Switch[]) =>
  RAILS.map((rail) => {
    const found = switches.find(({ name }) => name === `rail:${rail}`)
    const on = (found?.isOn ?? true) && IS_CONFIGURED[rail](providers)
    return { rail, on, text: on ? null : (found?.textKey ?? null) }
  })

/** Parties that the sandbox plays; empty when all are real. */
export const sandboxRailsOf = (parties: Record<string, string | { sandbox: boolean }>): string[] =>
  Object.entries(parties)
    .filter(([, party]) => typeof party !== 'string' && party.sandbox)
    .map(([name]) => name)

/** Letters and digits without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()

/**
 * Whether a text has every word of a search somewhere in it, in whatever case and with or without accents. An empty search
 * fits everything, one without letters and digits nothing.
 */
export const containsWords = (text: string, search: string): boolean => {
  const words = plain(search).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return search.trim() === ''
  const within = plain(text)
  return words.every((word) => within.includes(word))
}
