/** Two people in two browsers: one pays, the other one looks first. Neither page is loaded again. */
import type { Page } from '@playwright/test'
import { reviewSend, sendButton } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import type { Person } from './support/people.ts'
import { codeFor } from './support/sandbox.ts'
import { texts } from './support/texts.ts'

const t = texts.en

/** Answers the question for a proof with the code that came by SMS. */
const prove = async (page: Page, { phone }: Person, seen: string): Promise<string> => {
  const code = await codeFor(phone, seen)
  await page
    .getByRole('dialog')
    .getByLabel(/^Code from the text to/)
    .fill(code)
  return code
}

test(
  'X-32 an approver accepts, sees a payment the moment it is sent, approves it with a proof or declines it, and its sender sees that at once; removing takes a proof and a day',
  { tag: ['@long', '@desktop-long'] },
  async ({ page, openPage, makePerson }) => {
    const [sender, approver, payee, other] = [
      await makePerson({ cents: 300_00 }),
      await makePerson(),
      await makePerson(),
      await makePerson(),
    ]
    const theirs = await openPage()
    await signInAs(theirs, approver)
    await theirs.goto('/settings/approvers')
    await signInAs(page, sender)
    await page.goto('/settings/approvers')

    // Adding is at once, and takes a proof.
    let known = await codeFor(sender.phone)
    await page.getByRole('button', { name: 'Add an approver' }).click()
    await page.getByLabel(t.search).fill(approver.email)
    await page.getByRole('button', { name: approver.fullName }).click()
    const invitation = page.getByRole('dialog', { name: `${approver.fullName} approves` })
    await expect(invitation).toBeVisible()
    await expectAccessible(page)
    await invitation.getByRole('button', { name: 'Send invitation' }).click()
    known = await prove(page, sender, known)
    await expect(page.getByRole('main')).toContainText(`${approver.fullName} hasn't answered yet`)
    await theirs.getByRole('button', { name: `Accept ${sender.fullName}'s request` }).click()
    await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()

    // A first payment: on hold, and on the approver's screen.
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, payee, '60')
    await expect(page.getByRole('main')).toContainText(`${approver.fullName} approves first`)
    await sendButton(page).click()
    known = await prove(page, sender, known)
    await expect(page.getByRole('main')).toContainText('it has arrived or is back in your balance')
    expect(await sender.balance()).toBe(240_00)
    const waiting = theirs.getByRole('link', { name: `${sender.fullName} to ${payee.fullName}` })
    await waiting.click()
    const decision = theirs.getByRole('main')
    await expect(decision).toContainText('Their first payment to this person')
    // Nothing of what the sender has.
    await expect(decision).not.toContainText('240')
    await expectAccessible(theirs)

    await page.goto('/movements')
    const row = page.getByRole('link', { name: new RegExp(payee.fullName) })
    await expect(row).toContainText('On hold')
    const seen = await codeFor(approver.phone)
    await theirs.getByRole('button', { name: 'Approve $60.00' }).click()
    await prove(theirs, approver, seen)
    await expect(decision).toContainText('This payment was approved')
    await expect(row).not.toContainText('On hold')
    expect([await sender.balance(), await payee.balance()]).toEqual([240_00, 60_00])

    // Another one, which is declined: no proof is asked to keep money where it is.
    await page.goto('/payments/send/puente')
    await reviewSend(page, t, other, '20')
    await sendButton(page).click()
    await expect(page.getByRole('main')).toContainText('it has arrived or is back in your balance')
    await page.goto('/movements')
    const second = page.getByRole('link', { name: new RegExp(other.fullName) })
    await expect(second).toContainText('On hold')
    await theirs.getByRole('link', { name: 'All approvals' }).click()
    await theirs.getByRole('link', { name: `${sender.fullName} to ${other.fullName}` }).click()
    await theirs.getByRole('button', { name: 'Decline' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await expect(theirs.getByRole('main')).toContainText('This payment was declined')
    await expect(second).toContainText('Canceled')
    expect([await sender.balance(), await other.balance()]).toEqual([240_00, 0])

    await page.goto('/settings/approvers')
    await page.getByRole('button', { name: `Remove ${approver.fullName}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await prove(page, sender, known)
    await expect(page.getByRole('main')).toContainText('Until then everything needs approval as before.')
    expect((await sender.call('listApprovers')).approvers).toHaveLength(1)
  },
)
