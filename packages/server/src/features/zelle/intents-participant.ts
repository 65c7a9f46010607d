/**
 * Intents by Zelle are written with the payment they belong to, and a number with the answer to the call that brought it. Whether
 * the number may be given for this payment is decided here, under the lock of its owner's wallet.
 */
import type { Facts } from '@puente/ledger'
import type { BatchRefusal, Participant } from '#platform/participant.ts'
import { confirmWrites, type Given, type Intent, intentWrites, lockWaiting, readNumbers } from './intents-store.ts'

type Number = Pick<Given, 'ownerId' | 'ref' | 'confirmation'>

type IntentsNeed =
  /** `number` is what was given with it. */
  { begin: (facts: Facts) => Intent; number: Number | null } | { confirm: Given }
type State = {
  /** By owner and number, the payment that it was given for. */
  usedFor: Map<string, string>
  waiting: Set<string>
}
type Change = { begun: Intent[]; given: Given[] }

const idOf = ({ ownerId, confirmation }: Pick<Number, 'ownerId' | 'confirmation'>) => `${ownerId}/${confirmation}`
const numberOf = (need: IntentsNeed): Number[] =>
  'confirm' in need ? [need.confirm] : need.number === null ? [] : [need.number]

const USED_BEFORE: BatchRefusal = {
  code: 'invalidConfirmationNumber',
  details: { reason: 'usedBefore' },
  stored: false,
}
const WAITS_NO_LONGER: BatchRefusal = { code: 'invalidTransactionId', stored: false }

export const zelleIntentsParticipant: Participant<IntentsNeed, State, Change> = {
  name: 'zelle-intents',
  phase: 'before',
  load: async (client, needs) => {
    const numbers = needs.flatMap(({ need }) => numberOf(need))
    const refs = needs.flatMap(({ need }) => ('confirm' in need ? [need.confirm.ref] : []))
    const [used, waiting] = await Promise.all([readNumbers(client, numbers), lockWaiting(client, refs)])
    return { usedFor: new Map(used.map((number) => [idOf(number), number.ref])), waiting: new Set(waiting) }
  },
  decide: ({ usedFor, waiting }, need, facts) => {
    const isUsed = numberOf(need).some((number) => {
      const ref = usedFor.get(idOf(number))
      return ref !== undefined && ref !== number.ref
    })
    if (isUsed) return { refuse: USED_BEFORE }
    if ('begin' in need) return { change: { begun: [need.begin(facts)], given: [] } }
    return waiting.has(need.confirm.ref)
      ? { change: { begun: [], given: [need.confirm] } }
      : { refuse: WAITS_NO_LONGER }
  },
  apply: ({ usedFor }, { begun, given }) => {
    for (const { ownerId, ref, confirmation } of [...begun, ...given])
      if (confirmation !== null) usedFor.set(idOf({ ownerId, confirmation }), ref)
  },
  save: (_state, changes, at) => [
    ...intentWrites(changes.flatMap(({ begun }) => begun)),
    ...confirmWrites(
      changes.flatMap(({ given }) => given),
      at,
    ),
  ],
}
