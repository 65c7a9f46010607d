import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { housekeeping } from '#platform/jobs/housekeeping.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

const DAY_MS = 86_400_000
const RUN = { jobId: '1', orderedAt: new Date(), attempt: 1, isLastAttempt: false, signal: undefined }

const asAna = async () => {
  const [ana, ben] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, ana, 100_00)
  const headers = () => signedIn(app.services, ana)
  const sendFrom = async (key: string, amount: number) =>
    app.call('sendInApp', { toUser: ben.userId, amount, currency: 'USD' }, { key, headers: await headers() })
  const payIn = async (key: string) =>
    app.call('startDeposit', { method: 'card', amount: 10_00, currency: 'USD' }, { key, headers: await headers() })
  const balance = async () => (await app.call('wallet', undefined, { headers: await headers() })).data.USD
  return { sendFrom, payIn, balance }
}

const prune = () => housekeeping(app.services)['ledger.prune-answers']?.({}, RUN)

test('a key repeated after its answer was forgotten moves nothing and says what became of it, and nothing more', async () => {
  const { sendFrom, payIn, balance } = await asAna()
  const [sent, refused, paidIn] = [newId(), newId(), newId()]
  expect((await sendFrom(sent, 5_00)).status).toBe(200)
  expect(await sendFrom(refused, 900_00)).toMatchObject({ code: 'senderUnsufficientFunds' })
  const { data: started } = await payIn(paidIn)

  app.clock.advance(89 * DAY_MS)
  await prune()
  expect(await sendFrom(refused, 900_00)).toMatchObject({ status: 422, code: 'senderUnsufficientFunds' })
  expect((await sendFrom(sent, 5_00)).headers['idempotent-replayed']).toBe('true')
  expect((await payIn(paidIn)).data).toEqual(started)

  app.clock.advance(2 * DAY_MS)
  await prune()
  const accepted = {
    status: 409,
    code: 'idempotencyConflict',
    details: { reason: 'answerExpired', outcome: 'accepted' },
    headers: { 'idempotent-replayed': 'true' },
    body: { message: 'We handled this more than 90 days ago. Check your activity before you start a new one.' },
  }
  for (let again = 0; again < 2; again += 1) {
    expect(await sendFrom(sent, 5_00)).toMatchObject(accepted)
    expect(await payIn(paidIn)).toMatchObject(accepted)
    expect(await sendFrom(refused, 900_00)).toMatchObject({
      ...accepted,
      details: { reason: 'answerExpired', outcome: 'refused' },
    })
  }
  expect((await sendFrom(sent, 6_00)).details).toBeUndefined()
  expect(await balance()).toBe(95_00)
})
