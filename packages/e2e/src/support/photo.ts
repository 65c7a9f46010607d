/** A small real JPEG, drawn and encoded by the browser, so that it passes the check that a photo is one. */
import type { Browser } from '@playwright/test'

/** @returns the file's bytes */
export const drawPhoto = async (browser: Browser): Promise<Buffer> => {
  const page = await browser.newPage()
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 400
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#dfe7e4'
    pen.fillRect(0, 0, 640, 400)
    pen.fillStyle = '#0b5d4e'
    pen.font = '48px sans-serif'
    pen.fillText('SPECIMEN', 180, 220)
    return canvas.toDataURL('image/jpeg', 0.8)
  })
  await page.close()
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
