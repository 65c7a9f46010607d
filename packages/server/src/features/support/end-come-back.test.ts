import { type Output, uuidOf } from '@puente/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'
import { supportOrdersIn } from '#test/support-orders.ts'
import { runDisputes } from './run-disputes.ts'

const app = appOfFile()
const payables = payablesIn(app)
const orders = supportOrdersIn(app)
afterEach(() => vi.restoreAllMocks())

const DAY = 86_400_000
const balanceOf = async ({ id }: TestUser) =>
  Number((await app.services.ledger.balance({ ownerId: id, account: 'wallet' })).balanceCents)
const clockTo = (day: string) =>
  app.clock.advance(Math.max(0, momentInNewYork(day, '12:01').getTime() - app.clock.now().getTime()))
const alerts = () => {
  const said: string[] = []
  vi.spyOn(app.services.log, 'error').mockImplementation(((_: unknown, message: string) => said.push(message)) as never)
  return said
}

/** Ana has paid an invoice of Ben's, reports the payment, and is credited because we have not answered. */
const aCreditedDispute = async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 100_00)
  const invoice = await payables.anInvoice(ben, ana, 50_00)
  await payables.payInvoice(ana, invoice, 'wallet')
  const [paid] = await payables.rowsOf(ana)
  const asked = { transactionId: paid?.id, kind: 'notReceived', description: 'No cake came' }
  const headers = await signedIn(app.services, ana)
  const { data } = await app.call('createDispute', asked as never, { headers })
  clockTo(data.answerBy)
  await runDisputes(app.services)
  expect(await balanceOf(ana)).toBe(100_00)
  const dispute = async (): Promise<Output<'getDispute'>> =>
    (
      await app.call('getDispute', { disputeId: data.id } as never, {
        headers: await signedIn(app.services, ana),
      })
    ).data
  return { ana, ben, invoice, id: uuidOf(data.id, 'dsp') ?? '', dispute }
}

test('money that comes back in full while it is credited ends the dispute, and the credit goes back on a day announced to its owner', async () => {
  const { ana, ben, invoice, dispute } = await aCreditedDispute()
  await payables.refund(ben, invoice)
  await app.runJobs()
  const ended = await dispute()
  expect(ended).toMatchObject({ state: 'cameBack', credit: { state: 'toTakeBack' }, can: { withdraw: false } })
  expect(await balanceOf(ana)).toBe(150_00)
  const mails = await app.control<{ subject: string }[]>('GET', `/inbox?to=${encodeURIComponent(ana.email)}`)
  expect(mails.some(({ subject }) => /came back, so the credit of \$50\.00 goes back/.test(subject))).toBe(true)
  clockTo(ended.credit?.takeBackOn ?? '')
  await runDisputes(app.services)
  expect(await balanceOf(ana)).toBe(100_00)
  expect(await dispute()).toMatchObject({ credit: { state: 'takenBack', takenBack: 50_00, owed: 0 } })
})

test('a part that comes back alarms operators and leaves the credit; the rest ends it', async () => {
  const { ana, ben, invoice, id, dispute } = await aCreditedDispute()
  const said = alerts()
  await payables.refund(ben, invoice, 20_00)
  await app.runJobs()
  expect(said).toContain('a part of the money of a credited dispute came back')
  expect(await dispute()).toMatchObject({ state: 'provisionalCredit', credit: { state: 'given' } })
  // It can't be theirs for good beside what came back.
  await expect(orders.place({ act: 'resolveFor', id, text: 'You are right' })).rejects.toThrow(/came back/)
  app.clock.advance(DAY)
  await payables.refund(ben, invoice)
  await app.runJobs()
  expect(await dispute()).toMatchObject({ state: 'cameBack', credit: { state: 'toTakeBack' } })
  expect(await balanceOf(ana)).toBe(150_00)
})

test('money that comes back once the credit is final alarms operators', async () => {
  const { ana, ben, invoice, id, dispute } = await aCreditedDispute()
  expect(await orders.run({ act: 'resolveFor', id, text: 'You are right' })).toBe('done')
  const said = alerts()
  await payables.refund(ben, invoice)
  await app.runJobs()
  expect(said).toContain('money came back for a dispute that was decided for its owner')
  expect(await dispute()).toMatchObject({ state: 'resolvedForUser', credit: { state: 'final' } })
  expect(await balanceOf(ana)).toBe(150_00)
})
