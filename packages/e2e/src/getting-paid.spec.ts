/** What a person who gets paid does on the screens: the catalogue, invoices that are counted, and a bill that is split. */
import type { Page } from '@playwright/test'
import { jpeg } from './steps/identity.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { texts } from './support/texts.ts'

const t = texts.en

const openCatalogue = async (page: Page) => {
  await page.goto('/invoice/product')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test(
  'P-16 a product is added with a picture, listed, edited and deleted',
  { tag: '@long' },
  async ({ page, photo, makePerson }) => {
    const baker = await makePerson({ stage: 'V' })
    await signInAs(page, baker)
    await openCatalogue(page)
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByLabel('Name').fill('Bread')
    await page.getByRole('textbox', { name: 'Price' }).fill('4.50')
    await page.getByRole('button', { name: 'Add a picture' }).click()
    await page.getByLabel(/^Picture/).setInputFiles(jpeg(photo))
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('button', { name: 'Add product' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Bread' })
    await expect(row).toContainText('$4.50')
    const [made] = (await baker.call('listProducts')).items
    expect(made).toMatchObject({ name: 'Bread', price: 4_50, image: expect.stringContaining('/api/files/') })
    // The picture that is shown is the one that was chosen.
    await expect
      .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)

    await page.getByRole('button', { name: 'Edit Bread' }).click()
    await page.getByLabel('Name').fill('Rye bread')
    await page.getByRole('textbox', { name: 'Price' }).fill('5')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Rye bread' })).toContainText('$5.00')
    await page.getByRole('button', { name: 'Delete Rye bread' }).click()
    await page.getByRole('button', { name: 'Delete product' }).click()
    await expect(page.getByText('No products yet')).toBeVisible()
    expect((await baker.call('listProducts')).items).toEqual([])
  },
)

test(
  'ST-26 ST-27 our server hears that an invoice was sent, and that one was refused and why',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const [baker, maria] = [await makePerson({ stage: 'V' }), await makePerson({ stage: 'V' })]
    await baker.call('changePreferences', { analytics: true })
    await signInAs(page, baker)
    const heard: { name: string; props: Record<string, string>; status: number }[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/events')) return
      heard.push({ ...JSON.parse(response.request().postData() ?? '{}'), status: response.status() })
    })
    const about = (name: string) => heard.filter((event) => event.name === name)
    const review = async () => {
      await page.goto('/invoice/recipient')
      await page.getByLabel(t.search).fill(maria.email)
      await page.getByRole('button', { name: maria.fullName }).click()
      await page.getByText('Custom amount').click()
      await page.getByLabel('Amount of the invoice').fill('25')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('Note').fill('Bread for the party')
    }
    await review()
    await page.getByRole('button', { name: 'Send invoice for $25.00' }).click()
    await expect(page.getByText(`You sent ${maria.fullName} an invoice for $25.00`)).toBeVisible()
    await expect.poll(() => about('invoice')).toEqual([{ name: 'invoice', props: { type: 'custom' }, status: 200 }])

    await review()
    await maria.call('block', { userId: (await baker.call('me')).userID })
    await page.getByRole('button', { name: 'Send invoice for $25.00' }).click()
    await expect(page.getByRole('alert')).toContainText("The invoice wasn't sent")
    await expect
      .poll(() => about('invoice_fail'))
      .toEqual([{ name: 'invoice_fail', props: { code: 'invalidUser' }, status: 200 }])
    expect(about('invoice')).toHaveLength(1)
  },
)

test(
  'X-12 a bill is split in uneven shares without oneself, with what is left shown as one types; the requests add up to the cent',
  { tag: '@long' },
  async ({ page, makePerson }) => {
    const [host, ana, ben] = [await makePerson(), await makePerson({ cents: 50_00 }), await makePerson()]
    await signInAs(page, host)
    await page.goto('/payments/request/split')
    await page.getByRole('textbox', { name: 'Whole bill' }).fill('100.01')
    await page.getByRole('textbox', { name: "What's it for?" }).fill('Dinner')
    const partOf = (name: string) => page.getByRole('textbox', { name: `${name}: part of the bill` })
    for (const { email, fullName } of [ana, ben]) {
      await page.getByRole('button', { name: 'Add a person' }).click()
      await page.getByRole('dialog').getByLabel(t.search).fill(email)
      await page.getByRole('dialog').getByRole('button', { name: fullName }).click()
    }
    await expect(partOf('You')).toHaveValue('33.34')
    await expect(partOf(ana.fullName)).toHaveValue('33.34')
    await expect(partOf(ben.fullName)).toHaveValue('33.33')
    await page.getByRole('checkbox', { name: 'I pay a part too' }).uncheck()
    await partOf(ana.fullName).fill('40.01')
    await partOf(ben.fullName).fill('50')
    await expect(page.getByText('$10.00 left to share out')).toBeVisible()
    await partOf(ben.fullName).fill('60')
    await expect(page.getByText('Adds up to the cent')).toBeVisible()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Request $100.01' }).click()
    await expect(page.getByText('0 of 2 paid')).toBeVisible()
    const { items } = await host.call('listRequests', { mode: 'sent' })
    expect(items.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([40_01, 60_00])

    const [own] = (await ana.call('listRequests', { mode: 'received' })).items
    await ana.call('payRequest', { requestId: own!.id, payMethod: 'wallet' }, { idempotencyKey: crypto.randomUUID() })
    await expect(page.getByText('1 of 2 paid')).toBeVisible()
    await expect(page.getByText('$60.00 still to come')).toBeVisible()
    expect(await host.balance()).toBe(40_01)
  },
)
