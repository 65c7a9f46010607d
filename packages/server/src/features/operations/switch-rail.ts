/**
 * An operator closes a rail for new payments, or opens it again. It takes one operator: it is quick, and takes nothing away; what is
 * under way goes on. Open screens show it within moments, in the reader's language.
 */
import { type Language, LANGUAGES, type Rail, RAILS } from '@puente/contract'
import { listSwitches, type Switch, turnSwitch } from '#features/content/index.ts'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const MOST_TEXT = 200

/** What the screens say; empty for the words they have themselves. */
export type RailTexts = Partial<Record<Language, string>>

const railOf = (name: string): Rail => {
  const rail = RAILS.find((one) => one === name)
  if (!rail) throw new OperatorRefused(`A rail is one of ${RAILS.join(', ')}`)
  return rail
}

/** In all languages or in none: half of the readers would otherwise be told less. */
const textsOf = (given: RailTexts): Switch['texts'] => {
  const texts = LANGUAGES.map((language) => [language, given[language]?.trim() ?? ''] as const)
  if (texts.every(([, text]) => text === '')) return null
  for (const [language, text] of texts)
    if (text === '' || text.length > MOST_TEXT)
      throw new OperatorRefused(
        `What people read is needed in ${LANGUAGES.join(', ')}, at most ${MOST_TEXT} letters each (${language})`,
      )
  return Object.fromEntries(texts) as Record<Language, string>
}

export const switchRailOff = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  { name, until, texts: given }: { name: string; until: Date | null; texts: RailTexts },
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const rail = railOf(name)
  const texts = textsOf(given)
  const at = await databaseNow(ctx.db, systemClock)
  if (until !== null && until <= at) throw new OperatorRefused('The end of the window is over already')
  await transaction(ctx.db, 'switch a rail off', async (trx) => {
    await turnSwitch(trx, { name: `rail:${rail}`, isOn: false, texts, until }, at)
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'rail.closed',
      object: { type: 'rail', id: rail },
      result: 'done',
      details: { until: until?.toISOString() ?? null, text: texts?.en ?? null },
    })
  })
}

export const switchRailOn = async (
  ctx: OperatorContext,
  credentials: OperatorCredentials,
  name: string,
): Promise<void> => {
  const operator = await requireOperator(ctx, credentials)
  const rail = railOf(name)
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'switch a rail on', async (trx) => {
    if (!(await turnSwitch(trx, { name: `rail:${rail}`, isOn: true, texts: null, until: null }, at)))
      throw new OperatorRefused('No operator has switched this rail off')
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: 'rail.opened',
      object: { type: 'rail', id: rail },
      result: 'done',
    })
  })
}

/** Every rail with what keeps it closed. */
export const listRails = async ({ db }: Pick<OperatorContext, 'db'>) => {
  const off = (await listSwitches(db, await databaseNow(db, systemClock))).filter(({ isOn }) => !isOn)
  return RAILS.map((rail) => ({
    rail,
    byOperator: off.find(({ name }) => name === `rail:${rail}`) ?? null,
    byItself: off.find(({ name }) => name === `breaker:${rail}`) ?? null,
  }))
}
