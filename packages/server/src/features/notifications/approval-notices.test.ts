import type { Output } from '@puente/contract'
import { expect, test } from 'vitest'
import { approversIn } from '#test/approvers.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { catchUp } from './follow-movements.ts'

const app = appOfFile()
const { as, waiting, aWorld, pass, minute } = approversIn(app)

const noticesOf = async (user: TestUser) => {
  await app.runJobs()
  const { data } = await as(user, 'listNotifications', { limit: '50' })
  return (data as Output<'listNotifications'>).items.map(({ kind, variant }) => `${kind}.${variant}`)
}

test('a payment that waits is told to who pays, who is paid and who decides, whatever they switched off, and so is its end', async () => {
  const { ana, ben, cleo } = await aWorld()
  for (const [user, kind] of [
    [ana, 'sent'],
    [ben, 'approval'],
    [cleo, 'received'],
  ] as const)
    for (const channel of ['inApp', 'email'] as const)
      await as(user, 'changeNoticePreferences', { changes: [{ kind, channel, on: false }] })
  await waiting(ana, cleo)
  await catchUp(app.services)
  expect(await noticesOf(ana)).toContain('sent.waiting')
  expect(await noticesOf(ben)).toContain('approval.asked')
  expect(await noticesOf(cleo)).toContain('received.waiting')
  for (const user of [ana, ben, cleo])
    await as(user, 'changeNoticePreferences', {
      changes: (['sent', 'approval', 'received'] as const).map((kind) => ({ kind, channel: 'inApp', on: true })),
    })
  pass(24)
  await minute()
  await catchUp(app.services)
  expect(await noticesOf(ana)).toContain('sent.lapsed')
  expect(await noticesOf(ben)).toContain('approval.expired')
  expect(await noticesOf(cleo)).toContain('received.cancelled')
})
