/**
 * `npm run reconcile -- …`, holds providers' own reports against our books, line by line:
 *
 *   run --by OPERATOR [--rail card] [--day 2026-11-23]
 *                                             orders it, waits for the product, prints what differs; yesterday, unless said
 *   list                                      every difference that is open
 *   explain --by OPERATOR --rail RAIL --what KIND --subject ID --why TEXT
 *
 * Ends with 1 while something is open, a report could not be read, or the product came to no further rail for two minutes. The operator's
 * secret is asked for, or read from OPERATOR_SECRET.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  explainDifference,
  listOpenDifferences,
  type OperatorContext,
  orderReconciliation,
  reconciliationEnds,
} from '#features/operations/index.ts'
import { operatorShell, productClock, say } from './operator-shell.ts'

const USAGE = `npm run reconcile -- run --by OPERATOR [--rail RAIL] [--day DAY]
npm run reconcile -- list
npm run reconcile -- explain --by OPERATOR --rail RAIL --what KIND --subject ID --why TEXT`

const shell = operatorShell(USAGE, ['rail', 'day', 'what', 'subject', 'why'])
const { values, required, readCredentials } = shell

const SHOWN = 200
const WAIT_MS = 120_000
const LOOK_EVERY_MS = 1_000

const cents = (amount: bigint | null): string => (amount === null ? 'nothing' : `${amount} cents`)

const list = async ({ db }: OperatorContext): Promise<void> => {
  const open = await listOpenDifferences(db, SHOWN)
  for (const { rail, what, subject, ref, at, theirsCents, oursCents } of open) {
    say(`${rail} ${what}: ${subject}, ${at.toISOString()}`)
    say(`  theirs ${cents(theirsCents)}, ours ${cents(oursCents)}${ref === null ? '' : `, reference ${ref}`}`)
  }
  say(open.length === 0 ? 'Nothing is open' : `${open.length} open`)
  if (open.length > 0) process.exitCode = 1
}

const WORDS = { compared: 'compared', noReport: 'no report here', failed: 'the report could not be read' }

const run = async (ctx: OperatorContext): Promise<void> => {
  const ids = await orderReconciliation(ctx, await readCredentials(), values, productClock())
  let until = Date.now() + WAIT_MS
  let ends = await reconciliationEnds(ctx, ids)
  while (ends.length < ids.length && Date.now() < until) {
    await sleep(LOOK_EVERY_MS)
    const before = ends.length
    ends = await reconciliationEnds(ctx, ids)
    // It begins with the next minute and takes one rail after the other: one more that is done is a sign of life.
    if (ends.length > before) until = Date.now() + WAIT_MS
  }
  for (const { rail, outcome, lines, entries, openDifferences } of ends)
    say(`${rail}: ${WORDS[outcome]}; ${lines} lines, ${entries} entries, ${openDifferences} differences open`)
  if (ends.some(({ isOver }) => !isOver))
    say(
      'This day is not over: lines that have no time of day, as those by Zelle, may be missing. Compare it once more tomorrow',
    )
  if (ends.length < ids.length) say('The product has not come to all of it yet: look again with list')
  if (ends.length < ids.length || ends.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
  await list(ctx)
}

await shell.run({
  run,
  list,
  explain: async (ctx) => {
    const [rail, what, subject] = [required('rail'), required('what'), required('subject')]
    const asked = { rail, what, subject, why: required('why') }
    await explainDifference(ctx, await readCredentials(), asked)
    say('Explained')
  },
})
