import { type Balance, type Ledger as WholeLedger, WALLET } from '@puente/ledger'
import { batchedLoader } from './db/batched-loader.ts'

type Ledger = Pick<WholeLedger, 'balancesOf'>

const loadBalances = async (ledger: Ledger, ownerIds: string[]): Promise<Map<string, Balance>> => {
  const balances = await ledger.balancesOf(ownerIds.map((ownerId) => ({ ownerId, account: WALLET })))
  return new Map(balances.map((balance, at) => [ownerIds[at] ?? '', balance]))
}

/** How a person's wallet stands. Every screen asks for it, so those who ask at a time are asked for together. */
export const findBalance = batchedLoader((ownerId: string) => ownerId, loadBalances)
