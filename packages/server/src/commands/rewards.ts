/**
 * `npm run rewards -- …`, what operators do about the rewards programme:
 *
 *   status                                    on or off, the budget and what is left of it, who waits, the rule table
 *   switch off|on --by OPERATOR --reason TEXT
 *                                             off: nothing counts and nothing is paid; what is earned stays and is paid once it is on
 *   budget CENTS --by OPERATOR --reason TEXT  proposes what a calendar month of New York may cost, and prints the proposal's digest
 *   budget --by OPERATOR --approve DIGEST     approves what another operator proposed; the product books the difference
 *
 * The operator's secret is asked for, or read from OPERATOR_SECRET. See docs/runbooks/rewards.md.
 */
import { OperatorRefused } from '#features/operations/index.ts'
import { approveBudget, proposeBudget, readProgrammeStatus, switchProgramme } from '#features/rewards/index.ts'
import { operatorShell, productClock, say } from './operator-shell.ts'

const USAGE = `npm run rewards -- status
npm run rewards -- switch off|on --by OPERATOR --reason TEXT
npm run rewards -- budget CENTS --by OPERATOR --reason TEXT
npm run rewards -- budget --by OPERATOR --approve DIGEST`

const shell = operatorShell(USAGE, ['reason', 'approve'])
const { values, positionals, required, readCredentials } = shell

await shell.run({
  status: async (ctx) => {
    const { programme, rules, line, leftCents, spentCents } = await readProgrammeStatus({
      ...ctx,
      clock: productClock(),
    })
    say(`The programme is ${programme.isOn ? 'on' : 'off'}`)
    say(`Budget of a month: ${programme.budgetCents} cents, left: ${leftCents}; given away so far: ${spentCents}`)
    say(`Waiting to be paid: ${line.count}${line.since ? `, since ${line.since.toISOString()}` : ''}`)
    for (const { rule, amountCents, businessCents, every, doubles, shareBps } of Object.values(rules))
      say(
        `  ${rule}: ${shareBps === null ? `${amountCents}${businessCents === null ? '' : ` or ${businessCents}`} cents` : `${shareBps} basis points`}, every ${every}${doubles ? ', double on holidays' : ''}`,
      )
  },
  switch: async (ctx) => {
    const [, to] = positionals
    if (to !== 'on' && to !== 'off') throw new OperatorRefused(USAGE)
    await switchProgramme(ctx, await readCredentials(), { isOn: to === 'on', reason: required('reason') })
    say(
      to === 'on' ? 'It is on: what waited is paid within a minute.' : 'It is off: nothing counts and nothing is paid.',
    )
  },
  budget: async (ctx) => {
    if (values.approve !== undefined) {
      await approveBudget(ctx, await readCredentials(), values.approve)
      say('Approved. It is booked within a minute.')
      return
    }
    const [, typed] = positionals
    if (typed === undefined || !/^\d{1,12}$/.test(typed)) throw new OperatorRefused(USAGE)
    const digest = await proposeBudget(ctx, await readCredentials(), {
      cents: BigInt(typed),
      reason: required('reason'),
    })
    say('Another operator approves it within 24 hours with')
    say(`  npm run rewards -- budget --by OPERATOR --approve ${digest}`)
  },
})
