/**
 * `npm run rails -- …`, what operators do about the ways by which money moves:
 *
 *   list                                      which are on, and what keeps the others off
 *   off RAIL --by OPERATOR [--until MOMENT] [--en TEXT --es TEXT --ko TEXT]
 *                                             takes nothing new until then, or until it is switched on; what is under way goes on
 *   on RAIL --by OPERATOR
 *
 * The operator's secret is asked for, or read from OPERATOR_SECRET. Open screens follow within seconds.
 */
import { LANGUAGES } from '@puente/contract'
import { listRails, OperatorRefused, switchRailOff, switchRailOn } from '#features/operations/index.ts'
import { operatorShell, say } from './operator-shell.ts'

const USAGE = `npm run rails -- list
npm run rails -- off RAIL --by OPERATOR [--until MOMENT] [--en TEXT --es TEXT --ko TEXT]
npm run rails -- on RAIL --by OPERATOR`

const shell = operatorShell(USAGE, ['until', ...LANGUAGES])
const { values, positionals, readCredentials } = shell

const typedRail = (): string => {
  const [, rail] = positionals
  if (rail === undefined) throw new OperatorRefused(USAGE)
  return rail
}

const typedUntil = (): Date | null => {
  if (values.until === undefined) return null
  const moment = new Date(values.until)
  if (Number.isNaN(moment.getTime())) throw new OperatorRefused('A moment is like 2027-01-31T18:00:00Z')
  return moment
}

await shell.run({
  list: async (ctx) => {
    for (const { rail, byOperator, byItself } of await listRails(ctx)) {
      const until = byOperator?.until ? ` until ${byOperator.until.toISOString()}` : ''
      const why = [
        ...(byOperator ? [`by an operator${until}`] : []),
        ...(byItself ? ['by itself: its provider does not answer'] : []),
      ]
      say(`${rail}: ${why.length === 0 ? 'on' : `off, ${why.join('; ')}`}`)
      for (const [language, text] of Object.entries(byOperator?.texts ?? {})) say(`  ${language}: ${text}`)
    }
  },
  off: async (ctx) => {
    const { en, es, ko } = values
    const texts = { ...(en && { en }), ...(es && { es }), ...(ko && { ko }) }
    await switchRailOff(ctx, await readCredentials(), { name: typedRail(), until: typedUntil(), texts })
    say('It takes nothing new. What is under way goes on.')
  },
  on: async (ctx) => {
    await switchRailOn(ctx, await readCredentials(), typedRail())
    say('It is on, unless its provider does not answer: npm run rails -- list')
  },
})
