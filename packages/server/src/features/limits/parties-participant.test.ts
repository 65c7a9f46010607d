/** What the batch says of who takes part, whatever a verb saw before the lock. */
import type { Facts } from '@puente/ledger'
import { expect, test } from 'vitest'
import { partiesParticipant, type PartiesNeed } from './parties-participant.ts'
import type { Party } from './parties-store.ts'

const open: Party = {
  ownerId: 'ana',
  tier: 1,
  status: 'open',
  isEmailVerified: true,
  isPhoneVerified: true,
  hasAcceptedTerms: true,
  hasOwnProof: true,
  cooling: null,
  heldFrom: new Set(),
  undoMinutes: 0,
  paidBefore: new Set(),
  owedCents: 0n,
}
const facts = {} as Facts

const stateOf = (...parties: Party[]) => ({
  parties: new Map(parties.map((party) => [party.ownerId, party])),
  underWay: new Map(),
  credited: new Map(),
  busy: new Set<string>(),
  debts: new Map<string, { beforeCents: bigint; movementId: string | null }>(),
  causes: [],
})

const decide = (need: PartiesNeed, ...parties: Party[]) => partiesParticipant.decide(stateOf(...parties), need, facts)

test.each([
  ['frozen', { status: 'frozen' }, { code: 'accountRestricted', details: { reason: 'frozen' } }],
  ['closing', { status: 'closing' }, { code: 'accountRestricted', details: { reason: 'closing' } }],
  ['without a verified email', { isEmailVerified: false }, { code: 'emailNotVerified' }],
  ['without a verified phone', { isPhoneVerified: false }, { code: 'kycRequired' }],
  [
    'without the terms in force accepted',
    { hasAcceptedTerms: false },
    { code: 'kycRequired', details: { missing: ['terms'] } },
  ],
  ['without a proof of their own', { hasOwnProof: false }, { code: 'stepUpRequired', details: { enrol: true } }],
  ['owing', { owedCents: 12_34n }, { code: 'accountRestricted', details: { reason: 'owes', owedCents: 12_34 } }],
  ['of a lower tier', { tier: 0 }, { code: 'kycRequired', details: { missing: ['tier1'] } }],
] as const)(
  'a payer who is %s by the time of the batch pays nothing, and no refusal is kept',
  (_what, change, refusal) => {
    expect(decide({ payer: { ownerId: 'ana', minTier: 1 } }, { ...open, ...change })).toMatchObject({
      refuse: { ...refusal, stored: false },
    })
  },
)

test('a payer who is gone pays nothing', () => {
  expect(decide({ payer: { ownerId: 'ana', minTier: 0 } })).toMatchObject({
    refuse: { code: 'accountRestricted', details: { reason: 'closed' } },
  })
})

test('a payer in good standing pays, and the facts about both sides are passed on', () => {
  const ben = { ...open, ownerId: 'ben' }
  const decision = decide({ payer: { ownerId: 'ana', minTier: 1 }, receiver: 'ben' }, open, ben)
  expect(decision).toMatchObject({
    fact: new Map([
      ['ana', open],
      ['ben', ben],
    ]),
  })
})

test.each([
  ['closed', { status: 'closed' }, undefined],
  ['without a verified phone', { isPhoneVerified: false }, undefined],
  ['not yet of the tier that is asked for', { tier: 0 }, 1],
] as const)('a receiver who is %s by the time of the batch receives nothing', (_what, change, receiverMinTier) => {
  const need = { receiver: 'ana', ...(receiverMinTier === undefined ? {} : { receiverMinTier }) }
  expect(decide(need, { ...open, ...change })).toMatchObject({ refuse: { code: 'invalidUser', stored: false } })
})
