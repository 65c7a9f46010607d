import { expect, signInAs, test } from './support/journey.ts'
import { expectAccessible } from './support/axe.ts'

test('probe', async ({ page, makePerson }) => {
  console.time('v')
  const [a, b] = await Promise.all([makePerson({ cents: 500 }), makePerson({ stage: 'V' })])
  console.timeEnd('v')
  console.log(a.handle, await a.balance(), b.handle)
  await signInAs(page, a)
  await page.goto('/home')
  await expect(page.getByTestId('balance')).toHaveText(/5\.00/)
  console.time('axe')
  await expectAccessible(page, { schemes: ['light', 'dark'] })
  console.timeEnd('axe')
})
