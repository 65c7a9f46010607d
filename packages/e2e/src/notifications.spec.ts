/** A person's notifications: everything that happened to their money, each leading to what it is about. */
import { uuidOf } from '@puente/contract'
import { randomUUID } from 'node:crypto'
import { expect, signInAs, test } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { allPushedTo, aPushSubscription, chargeBack, messagesTo, payByCard } from './support/sandbox.ts'

test('P-18 everything that moves money, or asks for it, is in the notifications of the people involved, and leads there', async ({
  page,
  makePerson,
}) => {
  const [maria, ben, newcomer] = await Promise.all([
    makePerson({ cents: 50_00 }),
    makePerson({ cents: 60_00 }),
    // An unverified person may hold $1,000.00.
    makePerson({ stage: 'V', cents: 980_00 }),
  ])
  const key = () => ({ idempotencyKey: randomUUID() })
  const toldTo = async (person: Person) =>
    (await person.call('listNotifications', { limit: '50' })).items.map(({ kind, variant }) => `${kind}.${variant}`)
  const isTold = (person: Person, name: string) => expect.poll(() => toldTo(person)).toContain(name)
  const send = (to: Person, amount: number) =>
    maria.call('sendInApp', { toUser: to.handle, amount, currency: 'USD' }, key())
  const invoice = { toUser: ben.handle, type: 'custom', amount: 12_00, note: 'Bread' } as const

  const { transactionId } = await send(ben, 30_00)
  // What a payment did to the balance is looked at a moment after it: money that comes in first would hide it.
  await isTold(maria, 'balanceDropped.halved')
  await maria.call('createDispute', { transactionId, kind: 'wrongAmount', description: 'It was $3.00', files: [] })
  const { invoiceId } = await maria.call('createInvoice', invoice)
  await ben.call('payInvoice', { invoiceId, payMethod: 'wallet' }, key())
  await maria.call('refundInvoice', { invoiceId }, key())
  const { requestId } = await maria.call('createRequest', {
    toUser: ben.handle,
    amount: 7_00,
    currency: 'USD',
    note: 'Taxi',
  })
  await ben.call('payRequest', { requestId, payMethod: 'wallet' }, key())
  const declined = await maria.call('createInvoice', { ...invoice, amount: 9_00 })
  await ben.call('declineInvoice', { invoiceId: declined.invoiceId })
  await send(newcomer, 21_00)

  // What Ben added by card is charged back after most of it was withdrawn.
  const card = { method: 'card', amount: 20_00, currency: 'USD', expectedTotalCharge: 20_00 } as const
  const ref = uuidOf((await ben.call('startDeposit', card, key())).transactionId, 'txn') ?? ''
  await payByCard(ref)
  await expect.poll(ben.balance).toBe(103_00)
  const { email, fullName } = ben
  await ben.call(
    'withdrawPaypal',
    { email, fullName, amount: 85_00, currency: 'USD', expectedTotalCharge: 85_00 },
    key(),
  )
  await isTold(ben, 'withdraw.completed')
  await chargeBack(ref)
  await isTold(ben, 'debt.owed')

  // The oldest first; of each kind of object, one says where it leads and how much is there.
  const told: [Person, [sentence: string, path?: string, amount?: string][]][] = [
    [
      maria,
      [
        ['You added $50.00', '/movements/detail', '$50.00'],
        [`You sent ${ben.fullName} $30.00`],
        ['Your balance fell by more than half within a day, to $20.00', '/home', '$'],
        ['We got your report of a problem with $30.00', '/settings/disputes/detail', '$30.00'],
        [`You sent ${ben.fullName} an invoice for $12.00`],
        [`${ben.fullName} paid your invoice of $12.00`, '/invoice/detail', '$12.00'],
        [`${ben.fullName} paid your request for $7.00`, '/payments/request/detail', '$7.00'],
        [`${ben.fullName} declined your invoice of $9.00`],
        [`Your payment of $21.00 to ${newcomer.fullName} is on hold`, '/movements/detail', '$21.00'],
      ],
    ],
    [
      ben,
      [
        ['You added $60.00'],
        [`${maria.fullName} sent you $30.00`, '/movements/detail', '$30.00'],
        [`${maria.fullName} sent you an invoice for $12.00`],
        [`You paid the invoice of $12.00 from ${maria.fullName}`],
        [`${maria.fullName} refunded your invoice payment`],
        [`${maria.fullName} asks you for $7.00`],
        [`You sent ${maria.fullName} $7.00`],
        ['You added $20.00'],
        ['Your withdrawal of $85.00 is on its way'],
        ['Your withdrawal of $85.00 has arrived', '/movements/detail', '$85.00'],
        [
          'You owe $2.00 for money that went back. Add money to pay it before you send or withdraw',
          '/movements/detail',
          '$20.00',
        ],
      ],
    ],
  ]
  const main = page.getByRole('main')
  for (const [who, entries] of told) {
    await signInAs(page, who)
    await page.goto('/notifications')
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    const [[oldest] = ['']] = entries
    // News that comes in the middle of it brings the list up to date instead.
    await expect(async () => {
      await page.getByRole('button', { name: 'Show more' }).click({ timeout: 2_000 })
      await expect(page.getByText(oldest, { exact: true })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    for (const [sentence] of entries) await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    for (const [sentence, path, amount = ''] of entries.filter((entry) => entry.length > 1)) {
      await page.getByRole('link', { name: sentence }).click()
      await expect(page).toHaveURL(path ?? '')
      await expect(main).toContainText(amount)
      await page.goBack()
    }
  }
})

test('X-17 each switch is obeyed by its channel, whatever the others say, and what is about safety has none @long', async ({
  page,
  makePerson,
}) => {
  const [ana, ben] = await Promise.all([makePerson({ cents: 90_00 }), makePerson()])
  const browser = await aPushSubscription()
  await ben.call('subscribePush', { subscription: browser.subscription })
  await signInAs(page, ben)
  await page.goto('/settings/notifications')
  const received = page.getByRole('group', { name: 'Someone pays you' })
  await expect(page.getByRole('group', { name: /A new device/ })).toHaveCount(0)
  await expect(page.getByText(/^Always on: /)).toHaveCount(4)

  const ways = ['In the app', 'Email', 'Phone or computer', 'Text'] as const
  const only = async (way: (typeof ways)[number]): Promise<void> => {
    for (const one of ways) {
      const button = received.getByRole('button', { name: one, exact: true })
      const wanted = String(one === way)
      if ((await button.getAttribute('aria-pressed')) === wanted) continue
      const kept = page.waitForResponse(/notifications\/preferences/)
      await button.click()
      await kept
      await expect(button).toHaveAttribute('aria-pressed', wanted)
    }
  }
  /** How often the payments of the test were told, by channel. */
  const told = async (): Promise<number[]> => {
    const { items } = await ben.call('listNotifications', { limit: '50' })
    return [
      items.filter(({ kind }) => kind === 'received').length,
      (await messagesTo(ben.email)).filter((text) => text.includes(`${ana.fullName} sent you`)).length,
      (await allPushedTo(browser.id)).length,
      (await messagesTo(ben.phone)).filter((text) => text.includes('You got money')).length,
    ]
  }
  for (const [at, way] of ways.entries()) {
    await only(way)
    await ana.call(
      'sendInApp',
      { toUser: ben.handle, amount: 1_00 + at, currency: 'USD' },
      { idempotencyKey: randomUUID() },
    )
    // By this channel now, and by those before only what was theirs.
    await expect.poll(told, way).toEqual(ways.map((_, n) => (n <= at ? 1 : 0)))
  }
})
