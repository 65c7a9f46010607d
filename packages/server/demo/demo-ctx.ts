/** A request by a person of the demo world, in the form the product's verbs expect: the step's name is its key. */
import { languageOf } from '@puente/contract'
import type { Outcome } from '@puente/ledger'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { memberOf, TIER_OF } from './cast.ts'
import type { Role } from './cast.ts'
import type { People } from './make-people.ts'

const HOUR_MS = 3_600_000
const keyOf = (name: string): string => `demo:${name}`

/** The outcome of a step that nothing may stand against; throws for a refusal, with its reason. */
export const accepted = (outcome: Outcome, name: string): Extract<Outcome, { accepted: true }> => {
  if (outcome.accepted) return outcome
  throw new Error(`the demo's ${name} was refused: ${JSON.stringify(outcome.refusal)}`)
}

/** What a request of this person would bring along, with the step's name for a key. */
export const ctxOf = (services: Services, people: People, role: Role, name: string): MoneyCtx => {
  const { lang, standing, fullName } = memberOf(role)
  const id = people.ids[role]
  const key = keyOf(name)
  const language = languageOf(lang) ?? 'en'
  const timeZone = 'America/Los_Angeles'
  const nothing = () => {}
  return {
    ...services,
    // The people of the story have proved who they are.
    config: { ...services.config, secondFactor: 'off' },
    requestId: key,
    language,
    timeZone,
    network: 'demo',
    userAgent: null,
    agent: () => ({ browser: 'safari', device: 'iphone', timeZone, language: lang }),
    sessionCookie: null,
    deviceCookie: null,
    flowCookie: null,
    authorization: null,
    stepUpToken: null,
    reply: { setCookie: nothing, clearCookie: nothing, header: nothing },
    isAwaited: () => true,
    requireStepUp: async () => {},
    bearerExpiresAt: new Date(services.clock.now().getTime() + HOUR_MS),
    user: {
      id,
      sessionId: newId(),
      fullName,
      tier: TIER_OF[standing],
      emailVerified: true,
      phoneVerified: true,
      termsAccepted: true,
      status: 'open',
      reclaimedAt: null,
      language,
      timeZone,
    },
    money: {
      key,
      requestHash: key,
      post: async (command) =>
        accepted(await services.ledger.post({ ...command, ownerId: id, key, requestHash: key }), name).answer as never,
    },
  }
}
