/** The promise of the product, from two strangers to money that has crossed over, in every language. */
import { LANGUAGES, type Language } from '@puente/contract'
import type { Page } from '@playwright/test'
import { signUp } from './steps/account.ts'
import { handInOnScreen } from './steps/identity.ts'
import { balanceOn, payButton, payWith, reviewSend, sendButton, startDeposit } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/journey.ts'
import { newIdentity, type Identity } from './support/people.ts'
import { texts } from './support/texts.ts'

const NAMES: Record<Language, [string, string]> = {
  en: ['Grace Whitfield', 'Owen Hartley'],
  es: ['María José Núñez', 'Andrés Peña'],
  ko: ['김민수', '박서연'],
}

/** Opens the application in this language. */
const arrive = async (page: Page, language: Language): Promise<void> => {
  await page.goto('/')
  if (language !== 'en') await page.getByRole('combobox').selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** The row of activity with this person; their face among the people one knows has no amount. */
const rowOf = (page: Page, { fullName }: Identity) =>
  page.getByRole('listitem').filter({ hasText: fullName }).filter({ hasText: '$' })

for (const language of LANGUAGES) {
  const t = texts[language]
  const tag = language === 'en' ? ['@desktop-long'] : ['@long']
  test(
    `P-03 P-05 P-06 P-08 RT-06 RT-07 RT-08 ST-15 two people open accounts, and money crosses over (${language})`,
    { tag },
    async ({ page, openPage, photo }) => {
      const [senderName, receiverName] = NAMES[language]
      const [sender, receiver] = [newIdentity(senderName), newIdentity(receiverName)]
      const other = await openPage()

      const settleIn = async (own: Page, identity: Identity) => {
        await arrive(own, language)
        await signUp(own, t, identity)
        await handInOnScreen(own, t, photo)
        await expect(own.getByText(t.identityVerified)).toBeVisible()
      }
      await test.step('both sign up, confirm email and phone, and are approved while they look on', () =>
        Promise.all([settleIn(page, sender), settleIn(other, receiver)]))

      await test.step('one adds $100.00 by card, without a fee', async () => {
        await page.getByRole('link', { name: t.goHome }).click()
        await page.getByRole('link', { name: t.addMoney, exact: true }).first().click()
        await page.getByLabel(t.amountToAdd).fill('100')
        await expect(payButton(page, t)).toContainText('$100.00')
        await expect(page.getByRole('main')).toContainText(t.free)
        await startDeposit(page, t, '100')
        await payWith(page, '4242')
        await expect(page).toHaveURL(/\/deposit-now\/success/)
        await expect(page.getByText(t.moneyAdded, { exact: true })).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: t.done, exact: true }).click()
        await expect(balanceOn(page)).toHaveText('$100.00')
      })

      await test.step('the other waits at home', async () => {
        await other.getByRole('link', { name: t.goHome }).click()
        await expect(balanceOn(other)).toHaveText('$0.00')
      })

      await test.step('one sends $1.00', async () => {
        await page.getByRole('link', { name: t.send, exact: true }).click()
        await page.getByRole('button', { name: t.yourBalance }).click()
        await reviewSend(page, t, receiver, '1')
        // It is pale until what the payment costs is known.
        await expect(sendButton(page)).toBeEnabled()
        await expectAccessible(page)
        await sendButton(page).click()
        await expect(page).toHaveURL(/\/payments\/send\/puente\/success$/)
      })

      await test.step('the other sees it arrive without a reload', async () => {
        await expect(balanceOn(other)).toHaveText('$1.00')
        await expect(rowOf(other, sender)).toContainText('$1.00')
      })

      await test.step('both find it among their movements, with the right balance after it', async () => {
        await page.goto('/movements')
        await page.getByRole('button', { name: t.balanceAfter }).click()
        const sent = rowOf(page, receiver)
        await expect(sent).toContainText('$1.00')
        // No fee.
        await expect(sent).toContainText(`${t.balance} $99.00`)
        await expect(page.getByRole('listitem').filter({ hasText: t.deposit })).toContainText(`${t.balance} $100.00`)
        await other.getByRole('link', { name: t.seeAll }).click()
        await other.getByRole('button', { name: t.balanceAfter }).click()
        await expect(rowOf(other, sender)).toContainText(`${t.balance} $1.00`)
      })

      await test.step('both are told of it', async () => {
        await Promise.all([page.goto('/notifications'), other.goto('/notifications')])
        await expect(rowOf(page, receiver)).toContainText('$1.00')
        await expect(rowOf(other, sender)).toContainText('$1.00')
      })
    },
  )
}
