/**
 * The chart of accounts. A user has a `wallet`; everything else belongs to the house. House accounts are striped over a
 * fixed number of house owners, so that no single row is hot. A user always gets the same stripe, so money that came in
 * through a row is returned through that row; the number of stripes must not change once money has moved.
 *
 * A wallet's balance is what the house owes (positive); a settlement account's is what lies at the bank (negative). Only
 * liabilities have a floor: the house cannot pay out more than it owes.
 */
import { InvalidCommand } from './errors.ts'
import type { AccountRef } from './types.ts'

export const USD = 'USD'
export const WALLET = 'wallet'

const rail = '[a-z][a-z0-9-]*'

const chart: { name: RegExp; floorCents: bigint | null }[] = [
  { name: /^wallet$/, floorCents: 0n },
  { name: new RegExp(`^settlement:${rail}$`), floorCents: null },
  { name: new RegExp(`^clearing:${rail}$`), floorCents: null },
  { name: /^income:fees$/, floorCents: null },
  { name: /^expense:(promotion|rewards|referral|provider|losses|disputes)$/, floorCents: null },
  { name: /^receivable:(user|disputes)$/, floorCents: null },
  { name: /^suspense:unmatched$/, floorCents: null },
  { name: /^liability:(blocked|unclaimed|withholding|rewards)$/, floorCents: 0n },
]

/** Whether a floor is lower than the account's name allows; true for every account that is not in the chart. */
export const isBelowChart = (account: string, floorCents: bigint | null): boolean => {
  const line = chart.find(({ name }) => name.test(account))
  if (!line) return true
  return line.floorCents !== null && (floorCents === null || floorCents < line.floorCents)
}

/** The lowest balance in cents that an account of this name may have; `null` for none. Throws for unknown names. */
export const floorOf = (account: string): bigint | null => {
  const line = chart.find(({ name }) => name.test(account))
  if (!line) throw new InvalidCommand(`account ${account} is not in the chart`)
  return line.floorCents
}

const HOUSE_PREFIX = '00000000-0000-4000-8000-'
const MAX_STRIPES = 256

export const isHouse = (ownerId: string): boolean => ownerId.startsWith(HOUSE_PREFIX)

const houseOwner = (stripe: number) => `${HOUSE_PREFIX}${stripe.toString(16).padStart(12, '0')}`

/** Chooses the stripe of a house account for a user, by the random end of the user's id. */
export const createHouse = (stripes: number) => {
  if (!Number.isInteger(stripes) || stripes < 1 || stripes > MAX_STRIPES)
    throw new RangeError(`houseStripes must be between 1 and ${MAX_STRIPES}`)
  return (account: string, forOwnerId: string): AccountRef => {
    if (account === WALLET) throw new InvalidCommand('the house has no wallet')
    floorOf(account)
    return { ownerId: houseOwner(Number.parseInt(forOwnerId.slice(-8), 16) % stripes), account }
  }
}

/** Every stripe of a house account, for those that look at all of it. */
export const housesOf = (stripes: number, account: string): AccountRef[] =>
  Array.from({ length: stripes }, (_, stripe) => ({ ownerId: houseOwner(stripe), account }))
