/** A receipt that is handed on, and checked by a person who has only the file. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { expect, signInAs, test } from './support/journey.ts'

/** The languages that the texts of a PDF are marked with. */
const languagesOf = (pdf: Buffer): string[] => {
  const packed = Array.from(
    pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
    ([, one = '']) => one,
  )
  const texts = packed.map((one) => {
    try {
      return inflateSync(Buffer.from(one, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const marks = [pdf.toString('latin1'), ...texts].join('\n').matchAll(/\/Lang ?\((\w+)\)/g)
  return [...new Set(Array.from(marks, ([, language = '']) => language))].toSorted()
}

test(
  'X-14 a receipt is saved in the languages of both sides, its file alone is enough to check it, and one changed byte shows',
  { tag: '@desktop-long' },
  async ({ page, openPage, makePerson, viewport }) => {
    const [maria, ben] = await Promise.all([makePerson({ cents: 100_00 }), makePerson({ lang: 'es' })])
    await maria.call(
      'sendInApp',
      { toUser: ben.handle, amount: 25_00, currency: 'USD', note: 'Rent' },
      { idempotencyKey: randomUUID() },
    )
    await signInAs(page, maria)
    await page.goto('/movements')
    await page
      .getByRole('link', { name: new RegExp(ben.fullName) })
      .first()
      .click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save receipt (PDF)' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^PU-\w{8}\.pdf$/)
    const bytes = await readFile(await download.path())
    expect(languagesOf(bytes)).toEqual(['en', 'es'])

    const visitor = await openPage({ viewport })
    const name = download.suggestedFilename()
    const file = (buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
    await visitor.goto('/verify')
    await visitor.getByLabel(/Choose the PDF/).setInputFiles(file(bytes))
    await expect(visitor).toHaveURL(/\/verify\/[2-9a-z]{20}$/)
    await expect(visitor.getByText('This is the document we issued')).toBeVisible()
    await expect(visitor.getByText('$25.00').first()).toBeVisible()
    const changed = Buffer.from(bytes)
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
    await visitor.getByLabel(/Choose the PDF/).setInputFiles(file(changed))
    await expect(visitor.getByText("This isn't the document we issued")).toBeVisible()
    for (const secret of [maria.fullName, ben.fullName]) await expect(visitor.getByText(secret)).toHaveCount(0)
  },
)
