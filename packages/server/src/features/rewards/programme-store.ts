/** The rule table and the programme: effective-dated rows, which are few and read whole. */
import { REWARD_RULES, type RewardRule } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import type { Programme, Rule, Rules } from './reward-rules.ts'

type Dated<T> = { validFrom: Date; value: T }

/** Everything that was ever in force. */
export type Programmes = { programmes: readonly Dated<Programme>[]; rules: readonly Dated<Rule>[] }

const inForce = <T>(rows: readonly Dated<T>[], at: Date): T | undefined =>
  rows.findLast(({ validFrom }) => validFrom <= at)?.value

export const readProgrammes = async (db: Pick<Db, 'selectFrom'>): Promise<Programmes> => {
  // One after the other: it may be one connection.
  const programmes = await db.selectFrom('reward_programme').selectAll().orderBy('valid_from').execute()
  const rules = await db.selectFrom('reward_rules').selectAll().orderBy('valid_from').execute()
  return {
    programmes: programmes.map((row) => ({
      validFrom: row.valid_from,
      value: {
        isOn: row.is_on,
        budgetCents: row.budget_cents,
        floorCents: row.floor_cents,
        personCapCents: row.person_cap_cents,
        friendsCap: row.friends_cap,
        friendFloorCents: row.friend_floor_cents,
        returnDays: row.return_days,
        shareMonths: row.share_months,
      },
    })),
    rules: rules.map((row) => ({
      validFrom: row.valid_from,
      value: {
        rule: row.rule as RewardRule,
        amountCents: row.amount_cents,
        businessCents: row.business_cents,
        every: row.every,
        doubles: row.doubles,
        shareBps: row.share_bps,
      },
    })),
  }
}

export const programmeAt = ({ programmes }: Programmes, at: Date): Programme => {
  const programme = inForce(programmes, at)
  if (!programme) throw new Error('there is no rewards programme yet')
  return programme
}

export const rulesAt = ({ rules }: Programmes, at: Date): Rules => {
  const entries = REWARD_RULES.map((rule) => {
    const found = inForce(
      rules.filter(({ value }) => value.rule === rule),
      at,
    )
    if (!found) throw new Error(`there is no rule ${rule} yet`)
    return [rule, found] as const
  })
  return Object.fromEntries(entries) as Rules
}

export type NewProgramme = Pick<Programme, 'isOn'> | Pick<Programme, 'budgetCents'>

/** From this moment on it is so; everything else stays as it is. */
export const insertProgramme = async (
  db: Pick<Db, 'insertInto' | 'selectFrom'>,
  change: NewProgramme,
  at: Date,
): Promise<void> => {
  const value = { ...programmeAt(await readProgrammes(db), at), ...change }
  await db
    .insertInto('reward_programme')
    .values({
      valid_from: at,
      is_on: value.isOn,
      budget_cents: value.budgetCents,
      floor_cents: value.floorCents,
      person_cap_cents: value.personCapCents,
      friends_cap: value.friendsCap,
      friend_floor_cents: value.friendFloorCents,
      return_days: value.returnDays,
      share_months: value.shareMonths,
    })
    .execute()
}
