/** What people choose on the sandbox's own pages, by the buttons that these pages show, and what the product makes of it. */
import { afterEach, expect, test } from 'vitest'
import { depositsIn } from '#test/deposits.ts'
import { aUser } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const deposits = depositsIn(app)
afterEach(() => app.control('DELETE', '/faults'))

type Choice = { button: string; amount?: string; of?: string }

/** Every form of a page, in its order: the newest payment's before those of others. */
const formsOf = (page: string) => [...page.matchAll(/<form[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]

/** Presses the button with this label, in the first form that has it and speaks of `of`, with all that the form holds. */
const press = async (page: string, { button, amount, of = '' }: Choice) => {
  const shown = await (await fetch(app.sandboxUrl + page)).text()
  for (const [, action = '', body = ''] of formsOf(shown)) {
    const pressed = [
      ...body.matchAll(/<button[^>]*?name="(\w+)" value="([\w-]+)"[^>]*>\s*([^<]+?)\s*<\/button>/g),
    ].find(([, , , label]) => label === button)
    if (!pressed || !`${action}${body}`.includes(of)) continue
    const hidden = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)"/g)]
    const fields = new URLSearchParams()
    for (const [, name = '', value = ''] of hidden) fields.set(name, value)
    fields.set(pressed[1] ?? '', pressed[2] ?? '')
    if (body.includes('name="amount"')) fields.set('amount', amount ?? '')
    const answer = await fetch(app.sandboxUrl + action, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: app.sandboxUrl, 'sec-fetch-site': 'same-origin' },
      body: fields,
    })
    expect([button, answer.status]).toEqual([button, 303])
    return
  }
  throw new Error(`no button “${button}” on ${page}`)
}

const moneyOf = async (user: TestUser) => {
  await app.runJobs()
  const { balanceCents, heldCents } = await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })
  return [Number(balanceCents), Number(heldCents)]
}

test('on its page a card payment is paid without coming back, disputed in two parts, won and charged back, and the wallet follows', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await press('/bank/cards', { button: 'Pay, and never come back' })
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  const money = () => moneyOf(ana)

  await press('/bank/cards', { button: 'Cardholder disputes it', amount: '40.00' })
  await expect.poll(money).toEqual([100_00, 40_00])
  await press('/bank/cards', { button: 'Cardholder disputes it', amount: '30' })
  await expect.poll(money).toEqual([100_00, 70_00])
  const disputes = await (await fetch(`${app.sandboxUrl}/bank/cards`)).text()
  const [second = '', first = ''] = new Set([...disputes.matchAll(/name="dispute" value="(\w+)"/g)].map(([, id]) => id))
  await press('/bank/cards', { button: 'We lose: charged back', of: first })
  await expect.poll(money).toEqual([60_00, 30_00])
  await press('/bank/cards', { button: 'We win', of: second })
  await expect.poll(money).toEqual([60_00, 0])
  await press('/bank/cards', { button: 'Warn of fraud' })
  await moneyOf(ana)
  expect(await money()).toEqual([60_00, 0])
})

test('on its page a card payment is refunded in part, and what was taken comes back when the refund fails', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana)
  await press('/bank/cards', { button: 'Pay, and never come back' })
  await deposits.settled(ana, data.transactionId)
  await press('/bank/cards', { button: 'Refund', amount: '25.00' })
  await expect.poll(() => moneyOf(ana)).toEqual([75_00, 0])
  await press('/bank/cards', { button: 'Last refund fails' })
  await expect
    .poll(async () => {
      await app.runJobs()
      return moneyOf(ana)
    })
    .toEqual([100_00, 0])
})

test('on its page a PayPal payment is held and denied, or let through; and refunded or taken back', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const [page, start] = ['/bank/paypal/orders', () => deposits.start(ana, { method: 'paypal' })]
  const decide = async (outcome: string) => {
    const [order] = await app.control<{ id: string }[]>('GET', '/paypal/orders')
    const answer = await fetch(`${app.sandboxUrl}${page}/${order?.id}/outcome`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome }),
    })
    expect(answer.status).toBe(303)
  }
  const stateOf = async (transactionId: string) => {
    await app.runJobs()
    return (await deposits.rowOf(ana, transactionId)).state
  }
  const shows = (words: string) =>
    expect
      .poll(async () => {
        await app.runJobs()
        return (await fetch(app.sandboxUrl + page)).text()
      })
      .toContain(words)

  const denied = (await start()).data
  await decide('pend')
  await press(page, { button: 'Approve, and never come back' })
  await shows('Held for review')
  expect(await stateOf(denied.transactionId)).toBe('PENDING')
  await press(page, { button: 'Deny it' })
  await expect.poll(() => stateOf(denied.transactionId)).toBe('CANCELLED')

  const { transactionId } = (await start()).data
  await decide('pend')
  await press(page, { button: 'Approve, and never come back' })
  await shows('Held for review')
  await press(page, { button: 'Let it through' })
  await expect.poll(() => moneyOf(ana)).toEqual([100_00, 0])
  expect(await stateOf(transactionId)).toBe('COMPLETED')
  await press(page, { button: 'Refund', amount: '10.50' })
  await expect.poll(() => moneyOf(ana)).toEqual([89_50, 0])
  await press(page, { button: 'PayPal takes back what is left' })
  await expect.poll(() => moneyOf(ana)).toEqual([0, 0])
})

test.each([
  ['card', '/bank/cards', 'Pay, and never come back'],
  ['paypal', '/bank/paypal/orders', 'Approve, and never come back'],
])('money by %s of which the app is told nothing arrives by asking', async (method, page, button) => {
  const ana = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(ana, { method })
  await press(page, { button: 'Stop telling the app' })
  await press(page, { button })
  await app.runJobs()
  expect(await deposits.rowOf(ana, data.transactionId)).toMatchObject({ state: 'PENDING' })
  await deposits.sweep(ana)
  expect(await deposits.settled(ana, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  await press(page, { button: 'Tell the app again' })
  expect(await app.control('GET', '/faults')).toEqual([])
})
