import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expectAccessible } from './support/axe.ts'
import { expect, signInAs, test } from './support/journey.ts'
import { fillAddress } from './steps/account.ts'
import { address } from './support/people.ts'
import { texts } from './support/texts.ts'

/** A photo as a camera makes it: full of detail, and many times what the server takes. */
const cameraPhoto = (): Promise<Buffer> => {
  const [width, height] = [1600, 1200]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

test('V-27 RT-41 RT-43 a new name, address and picture are in the other tab at once and among the notifications, and the picture travels small', async ({
  page,
  context,
  makePerson,
}) => {
  const person = await makePerson({ stage: 'V' })
  await signInAs(page, person)
  await page.goto('/settings/personal-info')
  const other = await context.newPage()
  await other.goto('/settings/personal-info')
  await expect(other.getByRole('link', { name: /^Full name/ })).toContainText('2 changes left')

  await page.bringToFront()
  await page.getByRole('link', { name: /^Full name/ }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('An4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a valid name without special characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ana-Lía Núñez')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  const name = other.getByRole('link', { name: /^Full name/ })
  await expect(name).toContainText('Ana-Lía Núñez')
  await expect(name).toContainText('1 change left')

  await page.getByRole('link', { name: /^Address/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter your street address')).toBeVisible()
  await fillAddress(page, texts.en)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('link', { name: /^Address/ })).toContainText(address.line1)
  const kinds = async () => (await person.call('listNotifications', {})).items.map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(expect.arrayContaining(['updateProfileName', 'profileUpdated']))

  await page.getByRole('link', { name: 'Add a picture' }).click()
  const photo = await cameraPhoto()
  expect(photo.length).toBeGreaterThan(5 * 204_800)
  const upload = page.waitForRequest((request) => request.url().endsWith('/api/clients/updateProfilePicture'))
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save picture' }).click()
  const sizes = await (await upload).sizes()
  expect(sizes.requestBodySize).toBeLessThan(204_800)
  await expect(other.getByRole('banner').getByRole('img', { name: 'Settings for Ana-Lía Núñez' })).toHaveJSProperty(
    'tagName',
    'IMG',
  )
  await expect(other.getByRole('link', { name: 'Change picture' })).toBeVisible()
})
