/** Much money for a new person asks who it is; the same payment goes on with the code, and nothing moves without it. */
import { reviewSend, sendButton } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { codeFor, messageWith } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

test('X-06 a send of $60 to a new person is confirmed with the code of an SMS that names both; cancelling keeps what was typed', async ({
  page,
  makePerson,
}) => {
  const [sender, receiver] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ stage: 'V' })])
  const known = await codeFor(sender.phone)
  await signInAs(page, sender)
  await page.goto('/payments/send/puente')
  await reviewSend(page, t, receiver, '60')
  await page.getByRole('textbox', { name: /^Note/ }).fill('Rent')
  await sendButton(page).click()

  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(dialog).toContainText(receiver.fullName)
  await expect(dialog).toContainText('$60.00')
  const code = await codeFor(sender.phone, known)
  const message = await messageWith(sender.phone, code)
  expect(message).toContain(receiver.fullName)
  expect(message).toContain('$60.00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // The person's own doing is said without alarm.
  const said = page.getByRole('status').filter({ hasText: 'Nothing was sent' })
  await expect(said).toContainText("Confirm it's you to continue")
  await expect(said).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('Rent')
  expect(await sender.balance()).toBe(100_00)

  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/send/in-app')) keys.push(request.headers()['idempotency-key'])
  })
  await sendButton(page).click()
  const field = dialog.getByLabel(/^Code from the text to/)
  await expect(field).toBeFocused()
  await field.fill(code)
  await expect(page.getByRole('heading', { level: 1, name: t.sent })).toBeVisible()
  expect(await Promise.all([sender.balance(), receiver.balance()])).toEqual([40_00, 60_00])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})
