import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import { keptEvents } from '#test/inbox.ts'
import { appOfFile } from '#test/suite.ts'
import { settleCardEvent } from './card-event.ts'

const app = appOfFile()
const deposits = depositsIn(app)

/** An event in the inbox about an object that is in none of our records. */
const anEventOf = async (objectId: string) => {
  const event = { provider: 'stripe', eventId: `evt_${newId()}`, objectId, type: 'checkout.session.completed' }
  await app.services.db
    .insertInto('webhook_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      type: event.type,
      object_id: objectId,
      received_at: app.clock.now(),
    })
    .execute()
  return event
}

test('money that comes by a page after its deposit was given up here is found by its event and goes to suspense', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await deposits.giveUp(ana)
  const before = await deposits.houseOf('suspense:unmatched', ana)
  await deposits.press(data.transactionId, 'pay')
  await expect
    .poll(async () => {
      await app.runJobs()
      return (await deposits.houseOf('suspense:unmatched', ana)) - before
    })
    .toBe(100_00)
  expect(await deposits.balanceOf(ana)).toBe(0)
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'CANCELLED', received: 100_00 })
})

test('an event about an object that is not on record yet fails, to be tried again, for a day; then a person has to look', async () => {
  const event = await anEventOf(`cs_test_${newId()}`)
  const outcome = async () => (await keptEvents(app)).find(({ id }) => id === event.eventId)?.outcome
  await expect(settleCardEvent(app.services, event)).rejects.toThrow('is known yet')
  expect(await outcome()).toBeNull()
  app.clock.advance(25 * 3_600_000)
  await settleCardEvent(app.services, event)
  expect(await outcome()).toBe('unmatched')
})
