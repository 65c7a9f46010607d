import { reviewSend, sendButton } from './steps/money.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { texts } from './support/texts.ts'
const t = texts.en
test('debug', async ({ page, makePerson }) => {
  const [person, receiver] = await Promise.all([makePerson({ cents: 987_00 }), makePerson({ stage: 'V' })])
  await signInAs(page, person)
  await page.goto('/payments/send/puente')
  const show = async (w: string) =>
    console.log(
      w,
      await page.evaluate(() => location.pathname + ' ' + history.length + ' ' + JSON.stringify(history.state)),
    )
  await reviewSend(page, t, receiver, '25')
  await expect(sendButton(page)).toBeEnabled()
  await show('detail')
  if (process.env.AXE) await expectAccessible(page)
  await show('detail after axe')
  await page.goBack()
  await show('back')
  await page.waitForTimeout(500)
  console.log(await page.getByLabel(t.amountToSend).inputValue())
  await show('back')
})
