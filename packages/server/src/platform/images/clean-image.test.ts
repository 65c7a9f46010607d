import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '#test/upload.ts'
import { cleanImage } from './clean-image.ts'

const refused = { code: 'invalidType', details: { field: 'file', reason: 'image' } }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b7410e' } })

test.each(['jpeg', 'png', 'webp'] as const)(
  '[V14.2.8] V-28 a %s becomes a JPEG of ours without metadata',
  async (format) => {
    const { bytes, contentType } = await cleanImage(await aPhoto(format))
    expect(contentType).toBe('image/jpeg')
    const made = await sharp(bytes).metadata()
    expect(made).toMatchObject({ format: 'jpeg', width: 64, height: 40 })
    expect([made.exif, made.icc, made.xmp, made.iptc]).toEqual([undefined, undefined, undefined, undefined])
  },
)

test('a picture that lies on its side is stood up before what says so is dropped', async () => {
  const lying = await plain(60, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const made = await sharp((await cleanImage(lying)).bytes).metadata()
  expect([made.width, made.height, made.orientation]).toEqual([30, 60, undefined])
})

test('[V5.2.2] V-28 what is hidden behind a picture is gone', async () => {
  const tail = Buffer.from('PK\u0003\u0004<script>alert(1)</script>')
  const { bytes } = await cleanImage(Buffer.concat([await aPhoto(), tail]))
  expect(bytes.includes('script')).toBe(false)
  expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
})

test('[V1.3.4] V-28 a picture of another kind is refused although it could be decoded', async () => {
  const picture = plain(8, 8)
  const others = [
    await picture.clone().tiff().toBuffer(),
    await picture.clone().gif().toBuffer(),
    await picture.clone().avif().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
    Buffer.from(`\0\0\0\u0018ftypheic\0\0\0\0mif1heic${'\0'.repeat(64)}`, 'latin1'),
    Buffer.alloc(0),
  ]
  for (const bytes of others) await expect(cleanImage(bytes)).rejects.toMatchObject(refused)
})

test('V-28 what begins like a picture and is none is refused', async () => {
  const photo = await aPhoto()
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])
  for (const bytes of [broken, photo.subarray(0, photo.length - 60)])
    await expect(cleanImage(bytes)).rejects.toMatchObject(refused)
})

test('[V5.2.3] [V5.2.6] a small file that unfolds to more than 40 megapixels is refused, sound as it is', async () => {
  const bomb = await plain(7000, 6000).png().toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  expect(await sharp(bomb).metadata()).toMatchObject({ width: 7000, height: 6000 })
  await expect(cleanImage(bomb)).rejects.toMatchObject(refused)
})
