/** Which rails take something new, decided from settings alone. */
import { type Language, type Rail, RAILS } from '@puente/contract'
import type { Switch } from './content-store.ts'

/** Other ways to the same end, the likeliest first: money in, or money to a person without an account. */
const ALTERNATIVES: Record<Rail, readonly Rail[]> = {
  inApp: [],
  card: ['paypal', 'zelle'],
  paypal: ['card', 'zelle', 'bank'],
  zelle: ['card', 'paypal', 'bank'],
  bank: ['paypal'],
}

type Provider = 'off' | { sandbox: boolean }

type Providers = { ach: Provider; card: Provider; paypal: Provider; zelle: Provider }

/** Whether the rail's provider is configured; one without a provider always is. */
const IS_CONFIGURED: Record<Rail, (providers: Providers) => boolean> = {
  inApp: () => true,
  card: ({ card }) => card !== 'off',
  paypal: ({ paypal }) => paypal !== 'off',
  zelle: ({ zelle }) => zelle !== 'off',
  bank: ({ ach }) => ach !== 'off',
}

export type RailStanding = {
  rail: Rail
  on: boolean
  /** The operator's words, in the reader's language. */
  text: string | null
  until: Date | null
  /** Those that are open, whether this one is or not. */
  alternatives: Rail[]
}

const isOff = (found: Switch | undefined): boolean => found?.isOn === false

/**
 * How each rail stands, of the switches that are in force. It is open unless its provider is off, an operator closed it
 * (`rail:<name>`, with words and an end) or the product did, because its provider does not answer (`breaker:<name>`).
 */
export const railsOf = (providers: Providers, switches: readonly Switch[], language: Language): RailStanding[] => {
  const find = (kind: 'rail' | 'breaker', rail: Rail) => switches.find(({ name }) => name === `${kind}:${rail}`)
  const isOpen = (rail: Rail): boolean =>
    IS_CONFIGURED[rail](providers) && !isOff(find('rail', rail)) && !isOff(find('breaker', rail))
  return RAILS.map((rail) => {
    const closing = find('rail', rail)
    const said = isOff(closing) ? closing : undefined
    return {
      rail,
      on: isOpen(rail),
      text: said?.texts?.[language] ?? null,
      until: said?.until ?? null,
      alternatives: ALTERNATIVES[rail].filter(isOpen),
    }
  })
}

/** Whether an operator, or its configuration, closed the rail; what the product closed is for its breaker to refuse. */
export const isClosed = (providers: Providers, switches: readonly Switch[], rail: Rail): boolean =>
  !IS_CONFIGURED[rail](providers) || isOff(switches.find(({ name }) => name === `rail:${rail}`))

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
