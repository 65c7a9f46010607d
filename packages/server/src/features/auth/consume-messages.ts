import { claimOf } from '#features/accounts/index.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'

/**
 * Three messages an hour and ten a day for an account, to whatever numbers. Anyone may give a number, so what the number
 * gets in a day is shared out: every account may send it two, and all accounts together ten more. Strangers can use up those
 * ten, but not the two of its holder.
 */
export const consumeMessages = async (
  { budgets, keys }: Pick<Services, 'budgets' | 'keys'>,
  ownerId: string,
  phone: string,
): Promise<void> => {
  const [account, number] = [`phone:${ownerId}`, claimOf(keys, 'phone', phone)]
  await budgets.consume(account, BUDGETS.codesPerHour, BUDGETS.codesPerDay)
  if ((await budgets.take(`${number}:${ownerId}`, BUDGETS.codesToNumberPerAccount)) === 0) return
  await budgets.consume(number, BUDGETS.codesToNumberBeyond)
}
