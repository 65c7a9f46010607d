/**
 * Intents by Zelle are written with the payment they belong to, and a number with the answer to the call that brought it. Whether
 * the number may be given for this payment, and is not one too many, is decided here, under the lock of its owner's wallet.
 */
import type { Facts } from '@puente/ledger'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import {
  confirmWrites,
  type Given,
  type Intent,
  intentWrites,
  lockWaiting,
  readNumbers,
  readTries,
  type Tried,
} from './intents-store.ts'
import { TRIES } from './match-rules.ts'

type Number = Pick<Given, 'ownerId' | 'ref' | 'confirmation'>

type IntentsNeed =
  /** `number` is what was given with it. */
  { begin: (facts: Facts) => Intent; number: Number | null } | { confirm: Given }
type State = {
  /** By owner and number, the payment that it was given for. */
  usedFor: Map<string, string>
  waiting: Set<string>
  /** By payment, the number it has and how many were given. */
  tried: Map<string, Tried>
}
type Change = { begun: Intent[]; given: Given[] }

const idOf = ({ ownerId, confirmation }: Pick<Number, 'ownerId' | 'confirmation'>) => `${ownerId}/${confirmation}`
const numberOf = (need: IntentsNeed): Number[] =>
  'confirm' in need ? [need.confirm] : need.number === null ? [] : [need.number]

/** The number was given for another payment of its owner's. */
export const USED_BEFORE: BatchRefusal = {
  code: 'invalidConfirmationNumber',
  details: { reason: 'usedBefore' },
  stored: false,
}
const TRIES_USED_UP: BatchRefusal = {
  code: 'tooManyRequests',
  details: { reason: 'confirmationNumbers' },
  stored: false,
}
const WAITS_NO_LONGER: BatchRefusal = { code: 'invalidTransactionId', stored: false }

/** How often a number was given for its payment once this one is; the number it has already is no other try. */
const triesWith = (before: Tried | undefined, confirmation: string): number =>
  (before?.tries ?? 0) + (before?.confirmation === confirmation ? 0 : 1)

export const zelleIntentsParticipant: Participant<IntentsNeed, State, Change> = {
  name: 'zelle-intents',
  phase: 'before',
  load: async (client, needs) => {
    const numbers = needs.flatMap(({ need }) => numberOf(need))
    const confirmed = needs.flatMap(({ need }) => ('confirm' in need ? [need.confirm] : []))
    const [used, waiting, tried] = await Promise.all([
      readNumbers(client, numbers),
      lockWaiting(
        client,
        confirmed.map(({ ref }) => ref),
      ),
      readTries(client, confirmed),
    ])
    return {
      usedFor: new Map(used.map((number) => [idOf(number), number.ref])),
      waiting: new Set(waiting),
      tried: new Map(tried.map((one) => [one.ref, one])),
    }
  },
  decide: ({ usedFor, waiting, tried }, need, facts) => {
    const isUsed = numberOf(need).some((number) => {
      const ref = usedFor.get(idOf(number))
      return ref !== undefined && ref !== number.ref
    })
    if (isUsed) return { refuse: USED_BEFORE }
    if ('begin' in need) return { change: { begun: [need.begin(facts)], given: [] } }
    const { ref, confirmation } = need.confirm
    if (!waiting.has(ref)) return { refuse: WAITS_NO_LONGER }
    if (triesWith(tried.get(ref), confirmation) > TRIES) return { refuse: TRIES_USED_UP }
    return { change: { begun: [], given: [need.confirm] } }
  },
  apply: ({ usedFor, tried }, { begun, given }) => {
    for (const { ref, confirmation } of given)
      tried.set(ref, { ref, confirmation, tries: triesWith(tried.get(ref), confirmation) })
    for (const { ownerId, ref, confirmation } of [...begun, ...given])
      if (confirmation !== null) usedFor.set(idOf({ ownerId, confirmation }), ref)
  },
  save: ({ tried }, changes, at) => {
    // Of several for one payment the last one stays, and all of them count.
    const last = new Map(changes.flatMap(({ given }) => given).map((given) => [given.ref, given]))
    const given = [...last.values()].map((one) => ({ ...one, tries: tried.get(one.ref)?.tries ?? 1 }))
    return [...intentWrites(changes.flatMap(({ begun }) => begun)), ...confirmWrites(given, at)]
  },
}
