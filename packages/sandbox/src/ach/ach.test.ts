import Increase from 'increase'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'
import { openDaysAfter } from './banking-day.ts'

let world: TestWorld
let increase: Increase
beforeAll(async () => {
  world = await startWorld()
  increase = new Increase({
    apiKey: secrets.increaseApiKey,
    webhookSecret: secrets.increaseWebhookSecret,
    baseURL: `${world.sandbox.url}/wire/increase`,
    timeout: 2000,
    maxRetries: 0,
  })
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const body = (more: Partial<Increase.ACHTransferCreateParams> = {}): Increase.ACHTransferCreateParams => ({
  account_id: secrets.increaseAccountId,
  amount: 12_345,
  statement_descriptor: 'Puente',
  account_number: '123456789',
  routing_number: '021000021',
  funding: 'checking',
  individual_name: 'JOSE NUNEZ',
  standard_entry_class_code: 'prearranged_payments_and_deposit',
  preferred_effective_date: { settlement_schedule: 'future_dated' },
  ...more,
})
const create = (idempotencyKey: string, more: Partial<Increase.ACHTransferCreateParams> = {}) =>
  increase.achTransfers.create(body(more), { idempotencyKey })
const booked = async (ref: string) => ((await world.read(`/book?provider=ach&ref=${ref}`)).body as unknown[]).length

test('a transfer is submitted after two seconds, settles the next banking day at 8:30 in New York, and each step is reported', async () => {
  const made = await create('w-1')
  expect(made).toMatchObject({ status: 'pending_submission', submission: null, idempotency_key: 'w-1' })
  await world.control('/clock/advance', { seconds: 2 })
  const submitted = await increase.achTransfers.retrieve(made.id)
  expect(submitted).toMatchObject({ status: 'submitted', settlement: null })
  await world.control('/clock/advance', { seconds: 4 * 86_400 + 86_400 })
  const settled = await increase.achTransfers.retrieve(made.id)
  expect(settled.status).toBe('submitted')
  const due = openDaysAfter(new Date(submitted.submission?.submitted_at ?? ''), 1)
  expect(new Date(settled.settlement?.settled_at ?? '').getTime()).toBe(due.getTime())
  expect(await booked('w-1')).toBe(1)
  await eventually(() => world.receiver.received.length === 3)
  for (const { path, headers, body: raw } of world.receiver.received) {
    expect(path).toBe('/hooks/increase')
    const event = increase.events.unwrap(raw, { headers: headers as Record<string, string> })
    expect(event).toMatchObject({ associated_object_id: made.id })
    expect(() => increase.events.unwrap(`${raw} `, { headers: headers as Record<string, string> })).toThrow()
  }
})

test('a repeated key replays, with other parameters it is a conflict that names the first transfer', async () => {
  const [one, two] = [await create('w-2'), await create('w-2')]
  expect(two.id).toBe(one.id)
  await expect(create('w-2', { amount: 1 })).rejects.toMatchObject({
    status: 409,
    error: { type: 'idempotency_key_already_used_error', resource_id: one.id },
  })
  const found = await increase.achTransfers.list({ idempotency_key: 'w-2' })
  expect(found.data.map(({ id }) => id)).toEqual([one.id])
  expect((await increase.achTransfers.list({ idempotency_key: 'w-none' })).data).toEqual([])
})

test('it can be cancelled before it is submitted and not after; unknown fields, wrong keys and foreign accounts are refused', async () => {
  const made = await create('w-3')
  expect((await increase.achTransfers.cancel(made.id)).status).toBe('canceled')
  await world.control('/clock/advance', { seconds: 5 })
  expect(await booked('w-3')).toBe(0)
  const other = await create('w-4')
  await increase.simulations.achTransfers.submit(other.id)
  await expect(increase.achTransfers.cancel(other.id)).rejects.toMatchObject({ status: 409 })
  await expect(create('w-5', { nickname: 'x' })).rejects.toMatchObject({ status: 400 })
  await expect(create('w-5', { amount: -1 })).rejects.toMatchObject({ status: 400 })
  await expect(create('w-5', { account_id: 'account_of_another' })).rejects.toMatchObject({ status: 404 })
  await expect(
    new Increase({ apiKey: 'wrong', baseURL: `${world.sandbox.url}/wire/increase`, maxRetries: 0 }).achTransfers.list(),
  ).rejects.toMatchObject({ status: 401 })
})

test('returns and notifications of change come by control or simulation, only while they make sense', async () => {
  const made = await create('w-6')
  expect((await world.control(`/ach/transfers/${made.id}/return`)).status).toBe(409)
  expect((await world.control('/ach/transfers/w-6/submit')).status).toBe(200)
  expect((await world.control('/ach/transfers/w-6/notify-change', { accountNumber: '5555' })).body).toMatchObject({
    notifications_of_change: [{ change_code: 'incorrect_account_number', corrected_account_number: '5555' }],
  })
  expect(
    (await world.control('/ach/transfers/w-6/return', { code: 'R17', information: 'QUESTIONABLE' })).body,
  ).toMatchObject({
    status: 'returned',
    return: {
      raw_return_reason_code: 'R17',
      return_reason_code: 'file_record_edit_criteria',
      addenda_information: 'QUESTIONABLE',
    },
  })
  expect((await world.control('/ach/transfers/w-6/return')).status).toBe(409)
  const lines = (await increase.transactions.list()).data
  expect(lines.map(({ amount, source }) => [amount, source.category])).toEqual([
    [12_345, 'ach_transfer_return'],
    [-12_345, 'ach_transfer_intention'],
  ])
  expect((await increase.accounts.balance(secrets.increaseAccountId)).available_balance).toBe(1_000_000_000)
})

test('a late return comes five banking days after the settlement, or when and why the fault says', async () => {
  await world.control('/faults', { provider: 'ach', fault: 'lateReturn', times: 1, code: 'R02', afterSeconds: 60 })
  const made = await create('w-7')
  await increase.simulations.achTransfers.submit(made.id)
  await increase.simulations.achTransfers.settle(made.id, {})
  await world.control('/clock/advance', { seconds: 61 })
  expect(await increase.achTransfers.retrieve(made.id)).toMatchObject({
    status: 'returned',
    return: { raw_return_reason_code: 'R02' },
  })
})

test('routing numbers name their bank and say whether it takes such payments', async () => {
  expect((await increase.routingNumbers.list({ routing_number: '021000021' })).data).toMatchObject([
    { name: 'JPMORGAN CHASE BANK, NA', ach_transfers: 'supported' },
  ])
  expect((await increase.routingNumbers.list({ routing_number: '021001088' })).data[0]?.ach_transfers).toBe(
    'not_supported',
  )
  expect((await increase.routingNumbers.list({ routing_number: '999999992' })).data).toEqual([])
})

test('on the page people submit, settle and return; other sites cannot', async () => {
  const made = await create('w-8')
  expect(await (await world.page('/bank/ach')).text()).toContain('$123.45 to JOSE NUNEZ')
  expect((await world.form(`/bank/ach/${made.id}`, { act: 'submit' })).status).toBe(303)
  expect((await world.form(`/bank/ach/${made.id}`, { act: 'return', code: 'R23' })).status).toBe(303)
  expect(await (await world.page('/bank/ach')).text()).toContain('Returned R23')
  const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await world.form(`/bank/ach/${made.id}`, { act: 'settle' }, foreign)).status).toBe(403)

  expect((await world.form('/bank/ach/next', {})).status).toBe(303)
  const waiting = await create('w-9')
  await world.form('/clock', { seconds: String(3 * 86_400) })
  expect((await increase.achTransfers.retrieve(waiting.id)).status).toBe('pending_submission')
  await world.form(`/bank/ach/${waiting.id}`, { act: 'require-attention' })
  expect((await increase.achTransfers.retrieve(waiting.id)).status).toBe('requires_attention')
  await world.form(`/bank/ach/${waiting.id}`, { act: 'submit' })
  await world.form('/clock', { seconds: String(5 * 86_400) })
  expect(await (await world.page('/bank/ach')).text()).toContain('Settled')
  await world.form(`/bank/ach/${waiting.id}`, { act: 'return', code: 'R01' })
  expect(await (await world.page('/bank/ach')).text()).toContain('Returned R01')
})

/** Presses a button of a transfer as a browser does: what else stands in its form goes along, a choice as it is preselected. */
const press = async (id: string, act: string) => {
  const page = await (await world.page('/bank/ach')).text()
  const form = page
    .split('<form ')
    .find((one) => one.includes(`action="/bank/ach/${id}"`) && one.includes(`name="act" value="${act}"`))
    ?.split('</form>')[0]
  if (form === undefined) throw new Error(`there is no button for ${act}`)
  const choices = form.matchAll(/<select [^>]*name="(?<name>\w+)">\s*<option value="(?<value>\w+)"/gu)
  const chosen = [...choices].map(({ groups }) => [groups?.['name'], groups?.['value']])
  return world.form(`/bank/ach/${id}`, { ...Object.fromEntries(chosen), act })
}

test('every button of a transfer does what it says', async () => {
  const now = (id: string) => increase.achTransfers.retrieve(id)
  await world.control('/ach/next', { outcome: 'wait' })
  const { id } = await create('w-13')
  expect((await press(id, 'require-attention')).status).toBe(303)
  expect((await press(id, 'submit')).status).toBe(303)
  expect((await press(id, 'settle')).status).toBe(303)
  expect((await now(id)).settlement).not.toBeNull()
  expect((await press(id, 'notify-change')).status).toBe(303)
  expect((await now(id)).notifications_of_change).toMatchObject([
    { change_code: 'incorrect_account_number', corrected_account_number: '987654321' },
  ])
  expect((await press(id, 'return')).status).toBe(303)
  expect((await now(id)).return).toMatchObject({ return_reason_code: 'insufficient_fund' })

  await world.control('/ach/next', { outcome: 'wait' })
  const other = await create('w-14')
  expect((await press(other.id, 'reject')).status).toBe(303)
  expect((await now(other.id)).status).toBe('rejected')
})

test('the banking day is that of New York, over holidays, weekends and the change of its clock', () => {
  expect(openDaysAfter(new Date('2026-11-25T22:00:00Z'), 1).toISOString()).toBe('2026-11-27T13:30:00.000Z')
  expect(openDaysAfter(new Date('2026-07-02T12:00:00Z'), 1).toISOString()).toBe('2026-07-03T12:30:00.000Z')
  expect(openDaysAfter(new Date('2026-03-06T12:00:00Z'), 1).toISOString()).toBe('2026-03-09T12:30:00.000Z')
  expect(openDaysAfter(new Date('2026-01-01T04:00:00Z'), 1).toISOString()).toBe('2026-01-02T13:30:00.000Z')
})
