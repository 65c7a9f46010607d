/** What waits, was refused or went wrong: the reason, whose turn it is, by when, and how to reach us. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signInAs, test } from './support/journey.ts'
import { handInIdentity, type Person } from './support/people.ts'
import { nextIdentityCheck } from './support/sandbox.ts'

const send = ({ call }: Person, to: Person, amount: number) =>
  call('sendInApp', { toUser: to.handle, amount, currency: 'USD' }, { idempotencyKey: randomUUID() })

/** Writes to us from the card on the screen; returns what the ticket is tied to. */
const askForHelp = async (page: Page, person: Person) => {
  await page.getByRole('link', { name: 'Get help' }).first().click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Why is that?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText("Sent. We'll answer here.")).toBeVisible()
  const { items } = await person.call('listTickets', {})
  return items[0]
}

/** A date as screens write it. */
const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

test('X-10 a problem is reported from its transaction; the report says what happens next and by which days, also on the transaction, until it is withdrawn', async ({
  page,
  makePerson,
}) => {
  const [maria, ben] = await Promise.all([makePerson({ cents: 100_00 }), makePerson()])
  await send(maria, ben, 25_00)
  await signInAs(page, maria)
  await page.goto('/movements')
  await page
    .getByRole('link', { name: new RegExp(ben.fullName) })
    .first()
    .click()
  await page.getByRole('link', { name: 'Report a problem' }).click()
  await page.getByText("It wasn't me").click()
  await expect(page.getByText('Did someone get into your account?')).toBeVisible()
  await page.getByLabel('What happened?').fill('I was asleep')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page).toHaveURL(/\/disputes\/detail$/)
  const { items } = await maria.call('listDisputes', {})
  const [dispute] = items
  if (!dispute) throw new Error('nothing was reported')
  const [answerBy, finalBy] = [dayText(dispute.answerBy), dayText(dispute.finalBy)]
  const main = page.getByRole('main')
  await expect(main.getByText('Reported', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(main).toContainText(
    `We answer by ${answerBy}. If we need longer, we credit you $25.00 while we look, and answer by ${finalBy}.`,
  )
  const steps = page.getByRole('list', { name: 'Steps of your report' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(1)).toContainText(`By ${answerBy}`)
  await expect(steps.nth(2)).toContainText(`By ${finalBy}`)

  await page.getByRole('link', { name: dispute.reference }).click()
  await expect(main).toContainText(`We answer by ${answerBy}`)
  await page.getByRole('link', { name: 'Show the report' }).click()
  await page.getByRole('button', { name: 'Withdraw report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw report' }).click()
  await expect(steps).toHaveCount(2)
  await expect(steps.nth(1)).toContainText('You withdrew it')
})

/** What is said of money that waits for its receiver's identity, beside English. */
const HELD = [
  {
    lang: 'es',
    reason: 'Guardamos este dinero hasta que la persona verifique su identidad.',
    needed: 'Qué hace falta',
    what: 'Quien lo recibe tiene que verificar su identidad.',
    next: 'Quién sigue',
    who: 'La persona que lo recibe',
    by: 'Para cuándo',
    help: 'Pedir ayuda',
  },
  {
    lang: 'ko',
    reason: '받는 분이 본인 인증을 할 때까지 돈을 맡아 두고 있어요.',
    needed: '필요한 것',
    what: '받는 분이 본인 인증을 해야 해요.',
    next: '다음 차례',
    who: '받는 분',
    by: '기한',
    help: '도움받기',
  },
] as const

test('X-29 money on hold and canceled, a frozen account and a denied check each say why, what is needed, whose turn it is and by when, and lead to a ticket that is tied to them', async ({
  page,
  makePerson,
  photo,
}) => {
  const [maria, newcomer, denied] = await Promise.all([
    makePerson({ cents: 50_00 }),
    // An unverified person may hold $1,000.00.
    makePerson({ stage: 'V', cents: 980_00 }),
    makePerson({ stage: 'V' }),
  ])
  const main = page.getByRole('main')
  const why = (term: string) => main.locator('dt', { hasText: term }).first().locator('xpath=following-sibling::dd')

  await test.step('on hold', async () => {
    const { transactionId } = await send(maria, newcomer, 30_00)
    await signInAs(page, maria)
    await page.goto('/movements')
    await page
      .getByRole('link', { name: new RegExp(newcomer.fullName) })
      .first()
      .click()
    await expect(main).toContainText(
      "We're holding this money until the person you sent it to verifies their identity.",
    )
    await expect(why("What's needed")).toHaveText('The receiver has to verify their identity.')
    await expect(why('Who acts next')).toHaveText('The person who receives it')
    await expect(why('By when')).toHaveText(/\w{3} \d+, \d{4}, \d+:\d\d/)
    await expect(main.getByRole('list').filter({ hasText: 'On hold' })).toBeVisible()
    expect(await askForHelp(page, maria)).toMatchObject({ transactionId, module: 'payments' })
    for (const { lang, ...words } of HELD) {
      await maria.call('updateProfile', { lang })
      await page.goto('/movements')
      await page
        .getByRole('link', { name: new RegExp(newcomer.fullName) })
        .first()
        .click()
      await expect(main).toContainText(words.reason)
      await expect(why(words.needed)).toHaveText(words.what)
      await expect(why(words.next)).toHaveText(words.who)
      await expect(why(words.by)).toHaveText(/\d/)
      await expect(main.getByRole('link', { name: words.help })).toBeVisible()
    }
    await maria.call('updateProfile', { lang: 'en' })
  })
  await test.step('canceled', async () => {
    const [held] = (await maria.call('listTransactions', {})).items
    await maria.call('cancelTransaction', { transactionId: held?.id ?? '' })
    await page.goto('/movements')
    await page
      .getByRole('link', { name: new RegExp(newcomer.fullName) })
      .first()
      .click()
    await expect(main).toContainText('This was taken back. The money is in your balance.')
    await expect(why('Who acts next')).toHaveText('No one; this is over')
    await expect(main.getByRole('list').filter({ hasText: 'Canceled' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Get help' })).toBeVisible()
  })
  await test.step('restricted', async () => {
    await maria.call('freeze')
    await page.goto('/settings/account')
    await expect(main.getByRole('listitem').filter({ hasText: /^You froze it on \w{3} \d/ })).toBeVisible()
    await expect(why("What's needed")).toHaveText('Unfreeze the account when everything is fine.')
    await expect(why('Who acts next')).toHaveText('You')
    await expect(why('By when')).toHaveText('When you unfreeze it. Nothing else ends it.')
    expect(await askForHelp(page, maria)).toMatchObject({ concerns: { type: 'restriction', code: 'person' } })
  })
  await test.step('denied', async () => {
    await nextIdentityCheck(denied.email, { decision: 'deny', reason: 'blurry' })
    await handInIdentity(denied, photo)
    await expect.poll(async () => (await denied.call('me')).KYC.selfieIdStatus).toBe('Denied')
    await signInAs(page, denied)
    await page.goto('/kyc')
    await expect(main).toContainText('the photo is too blurry to read')
    await expect(main.getByRole('list', { name: 'History' })).toHaveText(/^Sent for review on .*Not accepted on /)
    await expect(why("What's needed")).toHaveText(
      'Take a new photo in good light, with all four corners in the picture and every word readable.',
    )
    await expect(why('Who acts next')).toHaveText('You')
    expect(await askForHelp(page, denied)).toMatchObject({ concerns: { type: 'identityCheck', code: 'blurry' } })
  })
})
