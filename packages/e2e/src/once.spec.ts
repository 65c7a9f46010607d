/** Money moves once: whatever is pressed twice, loaded again or opened a second time. */
import { randomUUID } from 'node:crypto'
import { uuidOf } from '@puente/contract'
import type { Page, Route } from '@playwright/test'
import { balanceOn, payButton, payWith, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { expect, signInAs, test } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { chargesOf, type Effect } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

/** The wide screen has a mouse, whose double click is one; what is loaded again is the same code. */
const wideToo = { tag: '@desktop-long' }

const movementsOf = async (person: Person) => (await person.call('listTransactions', {})).items

/** Charges that really happened at the provider, over all of this person's deposits. */
const chargesFor = async (person: Person): Promise<Effect[]> => {
  const deposits = (await movementsOf(person)).filter(({ method }) => method === 'card')
  return (await Promise.all(deposits.map(({ id }) => chargesOf(uuidOf(id, 'txn') ?? '')))).flat()
}

/** Lets a call through to the server and keeps its answer from the page, as a network that breaks at the worst time does. */
const loseAnswerOnce = async (page: Page, path: string): Promise<{ reached: Promise<void> }> => {
  let tell: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    tell = resolve
  })
  const lose = async (route: Route) => {
    await route.fetch()
    tell()
    // Neither answered nor refused: the page waits until it is left.
  }
  await page.route(path, lose, { times: 1 })
  return { reached }
}

test.describe('sending', () => {
  test('X-01 two clicks on Send, and success loaded again, send once', wideToo, async ({ page, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ stage: 'V' })])
    await signInAs(page, sender)
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, receiver, '25')
    await expect(sendButton(page)).toBeEnabled()
    await sendButton(page).dblclick()
    await expect(page).toHaveURL(/\/success$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t.sent })).toBeVisible()
    await page.goBack()
    expect(await Promise.all([sender.balance(), receiver.balance()])).toEqual([75_00, 25_00])
    expect((await movementsOf(receiver)).length).toBe(1)
  })

  test('a page loaded again before the answer came goes on with the same payment', async ({ page, makePerson }) => {
    const [sender, receiver] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ stage: 'V' })])
    await signInAs(page, sender)
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, receiver, '25')
    const { reached } = await loseAnswerOnce(page, '**/api/send/in-app')
    await sendButton(page).click()
    await reached
    await page.reload()
    await expect(page).toHaveURL(/\/success$/)
    await expect(page.getByRole('heading', { level: 1, name: t.sent })).toBeVisible()
    expect(await Promise.all([sender.balance(), receiver.balance()])).toEqual([75_00, 25_00])
  })

  test(
    'a second tab has nothing to send again, and the same key answers with the first payment',
    { tag: '@long' },
    async ({ page, context, makePerson }) => {
      const [sender, receiver] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ stage: 'V' })])
      await signInAs(page, sender)
      await page.goto('/payments/send/puente')
      await reviewSend(page, t, receiver, '25')
      const second = await context.newPage()
      await second.goto(page.url())
      await expect(second).toHaveURL(/\/payments\/send\/puente$/)
      const asked = page.waitForRequest('**/api/send/in-app')
      await sendButton(page).click()
      await expect(page).toHaveURL(/\/success$/)
      const request = await asked
      const key = request.headers()['idempotency-key'] ?? randomUUID()
      const again = await sender.call('sendInApp', request.postDataJSON(), { idempotencyKey: key })
      expect(again.balance).toBe(75_00)
      expect(await Promise.all([sender.balance(), receiver.balance()])).toEqual([75_00, 25_00])
    },
  )
})

test.describe('adding money', () => {
  test('two clicks on Pay, and the return page loaded again, add once', wideToo, async ({ page, makePerson }) => {
    const person = await makePerson({ stage: 'V' })
    await signInAs(page, person)
    await page.goto('/deposit-now')
    await page.getByLabel(t.amountToAdd).fill('40')
    await payButton(page, t).dblclick()
    await expect(page).toHaveURL(/\/card\/pay\//)
    await payWith(page, '4242')
    await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
    await page.reload()
    await page.goto('/home')
    await expect(balanceOn(page)).toHaveText('$40.00')
    expect(await movementsOf(person)).toHaveLength(1)
    expect(await chargesFor(person)).toMatchObject([{ amountCents: 40_00 }])
    expect(await person.balance()).toBe(40_00)
  })

  test(
    "the provider's page paid in two tabs, twice in one of them, charges once",
    { tag: '@long' },
    async ({ page, context, makePerson }) => {
      const person = await makePerson({ stage: 'V' })
      await signInAs(page, person)
      await page.goto('/deposit-now')
      await startDeposit(page, t, '40')
      const second = await context.newPage()
      await second.goto(page.url())
      await page.getByRole('radio', { name: '4242' }).check()
      await page.getByRole('button').first().dblclick()
      await expect(page).toHaveURL(/\/deposit-now\/success/)
      await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
      await payWith(second, '4242')
      await expect(second.getByText('This payment is complete')).toBeVisible()
      expect(await chargesFor(person)).toMatchObject([{ amountCents: 40_00 }])
      expect(await person.balance()).toBe(40_00)
    },
  )

  test(
    'a page loaded again before the answer came opens the same payment',
    { tag: '@long' },
    async ({ page, makePerson }) => {
      const person = await makePerson({ stage: 'V' })
      await signInAs(page, person)
      await page.goto('/deposit-now')
      await page.getByLabel(t.amountToAdd).fill('40')
      const { reached } = await loseAnswerOnce(page, '**/api/deposit/start')
      await payButton(page, t).click()
      await reached
      await page.reload()
      await expect(page).toHaveURL(/\/card\/pay\//)
      await payWith(page, '4242')
      await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
      expect(await movementsOf(person)).toHaveLength(1)
      expect(await chargesFor(person)).toHaveLength(1)
      expect(await person.balance()).toBe(40_00)
    },
  )
})
