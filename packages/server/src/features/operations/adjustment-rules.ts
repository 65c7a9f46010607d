/** House accounts that a wallet may be corrected against. What lies at a bank or a provider is none of them. */
const ADJUSTABLE = [
  'expense:losses',
  'expense:disputes',
  'expense:promotion',
  'expense:rewards',
  'expense:referral',
  'income:fees',
  'receivable:user',
  'suspense:unmatched',
] as const

/** Ten thousand dollars: a larger correction takes several steps, each approved by a second operator. */
const MOST_CENTS = 1_000_000n

export type Adjustment = {
  /** Also the transfer's and the movement's. */
  id: string
  ownerId: string
  account: string
  /** Positive when they come into the wallet. */
  cents: bigint
  reason: string
  maker: string
  proposedAt: Date
  expiresAt: Date
}

/** Why it may not even be proposed; null when it may. */
export const flawOf = ({ account, cents, reason }: Pick<Adjustment, 'account' | 'cents' | 'reason'>): string | null => {
  if (!ADJUSTABLE.some((name) => name === account)) return `The account is one of ${ADJUSTABLE.join(', ')}`
  if (cents === 0n || cents > MOST_CENTS || cents < -MOST_CENTS) return `At most ${MOST_CENTS} cents at a time`
  return reason.trim() === '' ? 'A reason is needed' : null
}
