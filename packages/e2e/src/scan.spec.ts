/** A code held before the camera. Chromium plays a film of it in place of a camera. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { expect, signInAs, test } from './support/journey.ts'

const SIDE = 480

/** Two frames of a grey film (YUV4MPEG2) that shows a picture in the middle. */
const filmOf = async (picture: Buffer): Promise<Buffer> => {
  const luma = await sharp(picture)
    .resize(SIDE - 120, SIDE - 120, { kernel: 'nearest', fit: 'contain', background: 'white' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: 'white' })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer()
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((SIDE * SIDE) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${SIDE} H${SIDE} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

test(
  'the camera finds the code of a request and leads to paying it; without leave to use it there are other ways',
  { tag: '@long' },
  async ({ page, makePerson, baseURL, launchOptions }) => {
    const [grace, ben] = [await makePerson(), await makePerson({ cents: 100_00 })]
    await grace.call('createRequest', { amount: 30_00, currency: 'USD', note: 'Concert tickets' })
    await signInAs(page, grace)
    await page.goto('/payments/request')
    await page.getByRole('link', { name: /Anyone with the link/ }).click()
    const code = page.getByRole('img', { name: 'QR code of your request for $30.00' })
    const film = join(await mkdtemp(join(tmpdir(), 'scan-')), 'code.y4m')
    await writeFile(film, await filmOf(await code.screenshot()))

    const films = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...films] })
    try {
      for (const permissions of [['camera'], []]) {
        const context = await browser.newContext({ baseURL: baseURL ?? '', permissions })
        const scanner = await context.newPage()
        await signInAs(scanner, ben)
        await scanner.goto('/payments/request/scan')
        await scanner.getByRole('button', { name: 'Use the camera' }).click()
        if (permissions.length > 0) {
          await expect(scanner.getByText(`${grace.fullName} asks you for`)).toBeVisible()
          await expect(scanner.getByRole('button', { name: 'Pay $30.00' })).toBeVisible()
        } else {
          await expect(scanner.getByText('The camera is not allowed')).toBeVisible()
          await expect(scanner.getByText('Choose a picture', { exact: true })).toBeVisible()
        }
        await context.close()
      }
    } finally {
      await browser.close()
    }
  },
)
