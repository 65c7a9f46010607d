import { type AccountRef, WALLET } from '@puente/ledger'

/** The account that holds a person's money. `ownerId` is the bare uuid. */
export const walletOf = (ownerId: string): AccountRef => ({ ownerId, account: WALLET })
