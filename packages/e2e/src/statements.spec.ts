/** Finding one row among many by whatever is remembered of it, and taking its days along as a file. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, signInAs, test } from './support/journey.ts'
import { expectAccessible } from './support/axe.ts'
import { codeFor } from './support/sandbox.ts'

/** So many rows of the list are read at a time. */
const PAGE = 20
const TEAS = 22

test('RT-18 P-20 X-28 RD-12 the newest nine are on Home; a row is found by amount, name, note, reference and state, and its days are saved as a file that has what the list has', async ({
  page,
  makePerson,
}) => {
  // With $25.00 more the receiver would have more than goes without an identity check: the money waits.
  const [sender, receiver, other] = await Promise.all([
    makePerson({ cents: 100_00 }),
    makePerson({ stage: 'V', cents: 990_00 }),
    makePerson({ stage: 'V' }),
  ])
  const send = (toUser: string, amount: number, note: string) =>
    sender.call('sendInApp', { toUser, amount, currency: 'USD', note }, { idempotencyKey: randomUUID() })
  await send(other.handle, 3_33, 'coffee')
  await send(receiver.handle, 25_00, 'March rent')
  // More than a page of them.
  for (let n = 1; n <= TEAS; n += 1) await send(other.handle, n, 'tea')
  const known = await codeFor(sender.phone)
  await signInAs(page, sender)
  await page.goto('/home')
  const latest = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(latest).toHaveCount(9)
  await expect(latest).toContainText(Array.from({ length: 9 }, (_, at) => `$0.${TEAS - at}`))
  await page.goto('/movements')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '$' })
  await expect(rows).toHaveCount(PAGE)
  const search = page.getByLabel('Search', { exact: true })
  for (const text of ['25', '25.00', 'rent', 'on hold', receiver.fullName]) {
    await search.fill(text)
    // A reference drawn by chance may have a 25 as well.
    await expect.poll(() => rows.count(), text).toBeLessThan(5)
    await expect(rows.filter({ hasText: '$25.00' }), text).toHaveCount(1)
  }
  const more = page.getByRole('button', { name: 'Show more' })
  const expectAll = (count: number) =>
    expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 })
      await expect(rows).toHaveCount(count, { timeout: 1_000 })
    }).toPass()
  await search.fill('PU-')
  await expect(rows).toHaveCount(PAGE)
  await page.getByRole('button', { name: 'Sent', exact: true }).click()
  await expectAll(TEAS + 2)
  await search.fill('tea')
  await expectAll(TEAS)
  await expect(rows.filter({ hasText: '$25.00' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('link', { name: 'Download a statement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('CSV', { exact: true }).click()
  await expect(page.getByRole('radio', { name: /^CSV/ })).toBeChecked()
  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(dialog).toContainText('Download a statement')
  const arriving = page.waitForEvent('download')
  await dialog.getByLabel(/^Code from the text to/).fill(await codeFor(sender.phone, known))
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^puente-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
  await expect(page.getByText(`Saved as ${download.suggestedFilename()}`)).toBeVisible()
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  const listed = (await sender.call('listTransactions', { limit: 100 })).items.toReversed()
  expect(lines.map((line) => line.split('","').slice(1, 5))).toEqual(
    listed.map(({ id, reference, type, state }) => [id, reference, type, state]),
  )
  const { userID } = await sender.call('me')
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  expect(lines.map((line) => line.split('","').slice(8, 11))).toEqual(
    listed.map(({ from, amount, fee, balance }) => [
      dollars(from === userID ? -amount : amount),
      dollars(-fee || 0),
      balance === null ? '' : dollars(balance),
    ]),
  )
})
