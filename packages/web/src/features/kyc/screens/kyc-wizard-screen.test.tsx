import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { openApp } from '#test/render.tsx'
import { handles, refuses, server } from '#test/server.ts'
import { aPhoto, fieldOf, useFetchForms } from '#test/uploads.ts'
import { aKycServer, denied, fillDetails, fresh, photoField, sendPhotos, type Report } from '#test/kyc.ts'
import { aLiveStream } from '#test/live.ts'

const ADDRESS = { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' }

beforeAll(useFetchForms)

test('RT-67 A-96 photos first, details last, then the page with the review time', async () => {
  const state = aKycServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await photoField('Front'), aPhoto())
  await app.user.upload(await photoField('Back'), aPhoto())
  await sendPhotos(app)

  const heading = await screen.findByRole('heading', { name: 'A photo of you' })
  await waitFor(() => expect(heading).toHaveFocus())
  await app.user.upload(await photoField('Your face'), aPhoto())
  await sendPhotos(app)

  await screen.findByRole('heading', { name: 'Your details' })
  expect(screen.getByLabelText('Full legal name')).toHaveValue('María López')
  await fillDetails(app)
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))

  expect(await screen.findByRole('heading', { name: 'We have everything' })).toBeVisible()
  expect(app.path()).toBe('/kyc/success')
  expect(screen.getByText("We're checking your identity")).toBeVisible()
  expect(screen.getByText(/2 hours and 1 business day.*2 to 3 business days/)).toBeVisible()
  expect(state.uploads).toEqual(['selfieId driverLicense front', 'selfieId driverLicense back', 'selfie'])
  expect(state.details).toEqual({
    fullName: 'María López',
    birthday: '1990-03-31',
    nationality: 'MX',
    address: ADDRESS,
    kyc: true,
  })
})

test('X-38 each photo is a button that is reached by key, says what it takes and how to frame it, and offers camera and files alike', async () => {
  aKycServer(fresh)
  const app = await openApp('/kyc/Tier1')
  const [front, back] = [await photoField('Front'), await photoField('Back')]
  expect(front).toHaveAccessibleDescription(/all four corners in the picture/)
  expect(back).toHaveAccessibleDescription('The other side, just like the front.')
  for (const field of [front, back]) {
    expect(field).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
    // A phone asked for its camera by the page would hide the photos that are there.
    expect(field).not.toHaveAttribute('capture')
  }
  for (const field of [front, back]) {
    for (let n = 0; n < 40 && document.activeElement !== field; n += 1) await app.user.tab()
    expect(field).toHaveFocus()
  }
})

test('a passport needs one photo', async () => {
  const state = aKycServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.click(await screen.findByRole('radio', { name: 'Passport' }))
  expect(screen.queryByLabelText('Back Take or choose a photo')).toBeNull()
  await app.user.upload(await photoField('Front'), aPhoto())
  await sendPhotos(app)
  await screen.findByRole('heading', { name: 'A photo of you' })
  expect(state.uploads).toEqual(['selfieId passport front'])
})

test('a missing photo is named at its field and nothing is sent', async () => {
  const state = aKycServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await photoField('Front'), aPhoto())
  await sendPhotos(app)
  expect(await screen.findByText('Add this photo')).toBeVisible()
  expect(await photoField('Back')).toBeInvalid()
  expect(state.uploads).toEqual([])
})

test('V-28 C-06 a photo of 8 MB is refused before it is sent, one byte less is taken', async () => {
  aKycServer(fresh)
  const app = await openApp('/kyc/Tier1')
  const front = await photoField('Front')
  await app.user.upload(front, aPhoto(8_388_608))
  expect(await screen.findByText('Choose a photo under 8 MB')).toBeVisible()
  expect(front).toBeInvalid()
  await app.user.upload(front, aPhoto(8_388_607))
  expect(screen.queryByText('Choose a photo under 8 MB')).toBeNull()
  expect(screen.getByRole('img', { name: /Your photo/ })).toBeInTheDocument()
})

test('V-28 a photo that the server does not take as an image shows the error', async () => {
  aKycServer(fresh)
  server.use(refuses('uploadKycPhoto', 'invalidType', { reason: 'image' }))
  const app = await openApp('/kyc/Tier1')
  await app.user.click(await screen.findByRole('radio', { name: 'Passport' }))
  await app.user.upload(await photoField('Front'), aPhoto())
  await sendPhotos(app)
  await saidAtField(/^Front/, 'Use a JPEG, PNG or WebP photo')
})

test('after a broken line only the photo that did not arrive is sent again', async () => {
  const sides: string[] = []
  let broken = true
  aKycServer(fresh)
  server.use(
    handles('uploadKycPhoto', ({ body }) => {
      const side = fieldOf(body, 'side')
      if (side === 'back' && broken) return Response.error()
      sides.push(side)
      return Response.json({ data: { type: 'selfieId', status: 'requested', triesLeft: 3 } })
    }),
  )
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await photoField('Front'), aPhoto())
  await app.user.upload(await photoField('Back'), aPhoto())
  await sendPhotos(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('No Internet connection')
  broken = false
  await sendPhotos(app)
  await screen.findByRole('heading', { name: 'A photo of you' })
  expect(sides).toEqual(['front', 'back'])
})

test('a person who comes back goes on with the first part that is not done', async () => {
  aKycServer({ ...fresh, selfieIdStatus: 'requested' })
  const app = await openApp('/kyc')
  const [first] = within(await screen.findByRole('list', { name: "What you'll need" })).getAllByRole('listitem')
  expect(first).toHaveTextContent('Done')
  await app.user.click(screen.getByRole('link', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'A photo of you' })).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'Verify your identity' })).getAllByRole('listitem')
  expect(steps[1]).toHaveAttribute('aria-current', 'step')
})

test('after a denial only what is wanted again is asked, and it goes back to review', async () => {
  const state = aKycServer(denied, { reasons: [{ type: 'selfie', code: 'blurry' }] })
  const app = await openApp('/kyc')
  await app.user.click(await screen.findByRole('link', { name: 'Try again' }))
  await app.user.upload(await photoField('Your face'), aPhoto())
  await sendPhotos(app)
  expect(await screen.findByRole('heading', { name: 'We have everything' })).toBeVisible()
  expect(state.uploads).toEqual(['selfie'])
})

test('another device takes photos only once the details that may have been wrong are confirmed', async () => {
  const known = { birthday: '1990-03-31', nationality: 'MX', address: ADDRESS }
  const mismatch = { reasons: [{ type: 'selfieId' as const, code: 'mismatch' as const }] }
  const state = aKycServer({ ...denied, selfieIdStatus: 'Denied', selfieStatus: 'Approved' }, mismatch, known)
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  expect(screen.queryByRole('button', { name: 'Use another device' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Your ID' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Use another device' })).toBeVisible()
  expect(state.details).toMatchObject(known)
})

test.each<[string, Partial<Report>]>([
  ['submitted and denied', { submittedAt: '2026-11-23T15:00:00.000Z' }],
  ['denied', { history: [{ at: '2026-11-23T15:00:00.000Z', type: 'selfie', status: 'Denied' }] }],
])('a check that was %s elsewhere while its steps were open leads to its outcome', async (_, change) => {
  const report: Partial<Report> = { submittedAt: '2026-11-22T15:00:00.000Z' }
  aKycServer(denied, report)
  const stream = aLiveStream()
  const app = await openApp('/kyc/Tier1')
  await photoField('Your face')
  Object.assign(report, change)
  stream.send('kyc', {})
  expect(await screen.findByText("We couldn't verify your identity")).toBeVisible()
  expect(app.path()).toBe('/kyc/success')
})

test('without an attempt left the form leads to the page that says when there is another', async () => {
  aKycServer(fresh, { triesLeft: 0, triesAgainAt: '2026-04-01T20:05:00.000Z' })
  const app = await openApp('/kyc/Tier1')
  expect(await screen.findByText(/^You've used today's attempts/)).toBeVisible()
  expect(app.path()).toBe('/kyc')
})
