/** What becomes of a token whose call did not end well. */
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { type StepUpCtx, type StepUpGate, withStepUp } from './step-up.ts'

const ctx = { config: { secondFactor: 'acts' }, stepUpToken: 'x'.repeat(43) } as StepUpCtx
const endpoint = { stepUp: 'always' } as const

const aGate = () => {
  const done: string[] = []
  const gate: StepUpGate = {
    take: async () => {
      done.push('taken')
      return { restore: async () => void done.push('restored') }
    },
    challenge: async (_ctx, intent) => {
      done.push('challenged')
      return { challengeId: 'chl', factors: ['code'], intent: { operation: intent.operation } }
    },
  }
  return { gate, done }
}
const run = async (gate: StepUpGate, verb: () => Promise<unknown>, given: StepUpCtx = ctx) =>
  withStepUp({ operation: 'act', endpoint, gate }, given, {}, verb).catch((error: unknown) => error)

test('a verb that refuses has it given back, one that may have acted does not', async () => {
  const [refused, broken] = [aGate(), aGate()]
  const notFound = new Refusal('notFound')
  const lost = new Error('the connection was lost')
  expect(await run(refused.gate, () => Promise.reject(notFound))).toBe(notFound)
  expect(refused.done).toEqual(['taken', 'restored'])
  expect(await run(broken.gate, () => Promise.reject(lost))).toBe(lost)
  expect(broken.done).toEqual(['taken'])
})

test('a refusal that already says what to do gets no challenge', async () => {
  for (const details of [{ challengeId: 'chl_of-another' }, { enrol: ['passkey'] }]) {
    const { gate, done } = aGate()
    expect(await run(gate, () => Promise.reject(new Refusal('stepUpRequired', details)))).toMatchObject({ details })
    expect(done).toEqual(['taken', 'restored'])
  }
})

test('where no second factor is asked, nothing is taken', async () => {
  const { gate, done } = aGate()
  const off = { ...ctx, config: { ...ctx.config, secondFactor: 'off' } } as StepUpCtx
  expect(await run(gate, async () => 'done', off)).toBe('done')
  expect(done).toEqual([])
})
