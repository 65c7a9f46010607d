import { type AccountRef, type Leg, WALLET } from '@puente/ledger'

/** The account that holds a person's money. `ownerId` is the bare uuid. */
export const walletOf = (ownerId: string): AccountRef => ({ ownerId, account: WALLET })

/** The legs of money that goes from one person to another. */
export const betweenWallets = (from: string, to: string, amountCents: bigint): Leg[] => [
  { ...walletOf(from), amountCents: -amountCents },
  { ...walletOf(to), amountCents },
]
