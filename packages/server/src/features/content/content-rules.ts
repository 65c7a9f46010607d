/** Which rails take something new, decided from settings alone. */
import type { Switch } from './content-store.ts'

const RAILS = ['inApp', 'card'] as const
export type ShownRail = (typeof RAILS)[number]

/** What a refusal says of a rail that takes nothing now. */
export const closedRail = (rail: ShownRail) => ({ rail, alternatives: [] })

type Provider = 'off' | { sandbox: boolean }

/** A rail works unless its provider is off or an operator's switch `rail:<name>` says so, with a text for the screens. */
export const railsOf = (card: Provider, switches: readonly Switch[]) =>
  RAILS.map((rail) => {
    const found = switches.find(({ name }) => name === `rail:${rail}`)
    const on = (found?.isOn ?? true) && (rail !== 'card' || card !== 'off')
    return { rail, on, text: on ? null : (found?.textKey ?? null) }
  })

/** Parties that the sandbox plays; empty when all are real. */
export const sandboxRailsOf = (parties: Record<string, Provider>): string[] =>
  Object.entries(parties)
    .filter(([, party]) => party !== 'off' && party.sandbox)
    .map(([name]) => name)
