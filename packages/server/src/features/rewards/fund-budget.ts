/**
 * The budget of a month of New York, as money: what is to be given away is set apart from the house's own before it is, in an account
 * that cannot go below zero. At the beginning of a month it is filled up to the budget, or the rest of the last month goes back; a
 * budget that changes within the month moves the difference. Each of these is booked once.
 */
import { forParticipant, type Leg } from '@puente/ledger'
import { auditOfSystem, systemKey } from '#features/payments/index.ts'
import { auditParticipant } from '#features/wallet/index.ts'
import { newYorkTime } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { budgetOf } from './post-reward.ts'
import type { Programmes } from './programme-store.ts'

export type Funding = { key: string } & ({ fillTo: bigint } | { add: bigint })

const monthOf = (at: Date): string => newYorkTime(at).day.slice(0, 7)

/** What is to be booked for the month of a moment, in order; each has a key of its own. */
export const fundingsOf = ({ programmes }: Programmes, now: Date): Funding[] => {
  const month = monthOf(now)
  const inForce = programmes.filter(({ validFrom }) => validFrom <= now)
  const before = inForce.findLast(({ validFrom }) => monthOf(validFrom) < month)
  const within = inForce.filter(({ validFrom }) => monthOf(validFrom) === month)
  const fundings: Funding[] = before ? [{ key: month, fillTo: before.value.budgetCents }] : []
  let cents = before?.value.budgetCents ?? null
  for (const { validFrom, value } of within) {
    const key = `${month}/${validFrom.toISOString()}`
    if (cents === null) fundings.push({ key, fillTo: value.budgetCents })
    else if (value.budgetCents !== cents) fundings.push({ key, add: value.budgetCents - cents })
    cents = value.budgetCents
  }
  return fundings
}

/** Books what is not booked yet. Throws MoneyFrozen. */
export const fundBudget = async (
  services: Pick<Services, 'ledger'>,
  programmes: Programmes,
  now: Date,
): Promise<void> => {
  const { ledger } = services
  const budget = budgetOf(services)
  const expense = { ownerId: budget.ownerId, account: 'expense:rewards' }
  const fundings = fundingsOf(programmes, now).map((funding) => ({
    ...funding,
    key: systemKey('rewards-budget', funding.key),
  }))
  const taken = await ledger.areKeysTaken(fundings.map(({ key }) => ({ ownerId: budget.ownerId, key })))
  for (const [n, funding] of fundings.entries()) {
    if (taken[n] === true) continue
    const transferId = newId()
    const outcome = await ledger.post({
      ownerId: budget.ownerId,
      key: funding.key,
      requestHash: 'fillTo' in funding ? `to:${funding.fillTo}` : `add:${funding.add}`,
      kind: 'rewards.budget',
      transferId,
      locks: [budget, expense],
      legs: (facts): Leg[] => {
        const leftCents = facts.balanceOf(budget).availableCents
        const wantedCents = 'fillTo' in funding ? funding.fillTo - leftCents : funding.add
        // What is given away already stays given away.
        const cents = wantedCents < -leftCents ? -leftCents : wantedCents
        return cents === 0n
          ? []
          : [
              { ...expense, amountCents: -cents },
              { ...budget, amountCents: cents },
            ]
      },
      participants: forParticipant(
        auditParticipant,
        auditOfSystem({ action: 'rewards.budget', movementId: transferId }),
      ),
    })
    if (!outcome.accepted) throw new Error(`the budget of the rewards was not booked: ${outcome.refusal.code}`)
  }
}

/** What is left of it, in cents. */
export const readBudgetLeft = async (services: Pick<Services, 'ledger'>): Promise<bigint> =>
  (await services.ledger.balance(budgetOf(services)))?.availableCents ?? 0n
