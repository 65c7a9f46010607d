/** The way through the identity check, from the introduction to the page that follows the review. */
import { act, screen, waitFor, within } from '@testing-library/react'
import type { KycStatus, Me, Result } from '@puente/contract'
import { expect, test } from 'vitest'
import { applyLiveEvent } from '#lib/live-cache.ts'
import { queryClient } from '#lib/query.ts'
import { aMe, anOpenSession, openApp, signedInAs } from '../../test/render.tsx'
import { answers, handles, isDead, refuses, server, type Seen } from '../../test/server.ts'

type Report = Result<'kycStatus'>
type Kyc = Me['KYC']

const fresh: Kyc = { ...aMe().KYC, tier: 0 }
const inReview: Kyc = { ...fresh, selfieIdStatus: 'inReview', selfieStatus: 'inReview', fullNameBirth: true }
const denied: Kyc = { ...inReview, selfieIdStatus: 'Approved', selfieStatus: 'Denied' }

const aReport = (kyc: Kyc, change: Partial<Report> = {}): Report => ({
  ...kyc,
  reasons: [],
  missing: [],
  triesLeft: 3,
  submittedAt: null,
  expectedBy: null,
  history: [],
  ...change,
})

/** A server that keeps what it is given, as the real one does. */
const aServer = (kyc: Kyc, change: { me?: Partial<Me>; report?: Partial<Report> } = {}) => {
  const state = { me: aMe({ KYC: kyc, ...change.me }), uploads: [] as string[], profile: null as unknown }
  const setKyc = (next: Partial<Kyc>) => {
    state.me = { ...state.me, KYC: { ...state.me.KYC, ...next } }
  }
  const review = () => {
    const { selfieIdStatus, selfieStatus, fullNameBirth } = state.me.KYC
    const wanted: KycStatus[] = ['neverRequested', 'Denied', 'Expired']
    if (!fullNameBirth || wanted.includes(selfieIdStatus) || wanted.includes(selfieStatus)) return
    setKyc({ selfieIdStatus: 'inReview', selfieStatus: 'inReview' })
  }
  const field = (body: string, name: string) => new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(body)?.[1] ?? ''
  server.use(
    answers('refreshSession', anOpenSession()),
    answers('me', () => state.me),
    answers('kycStatus', () => aReport(state.me.KYC, change.report)),
    answers('uploadKycPhoto', ({ body }) => {
      const text = String(body)
      const type = field(text, 'type') as 'selfieId' | 'selfie'
      state.uploads.push([type, field(text, 'docType'), field(text, 'side')].filter(Boolean).join(' '))
      setKyc(type === 'selfie' ? { selfieStatus: 'requested' } : { selfieIdStatus: 'requested' })
      review()
      return { type, status: 'requested', triesLeft: 3 }
    }),
    answers('updateProfile', ({ body }: Seen) => {
      state.profile = body
      setKyc({ fullNameBirth: true })
      review()
      return state.me as unknown as Result<'updateProfile'>
    }),
  )
  return state
}

const aPhoto = (name = 'photo.jpg', bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
type App = Awaited<ReturnType<typeof openApp>>
const send = ({ user }: App) => user.click(screen.getByRole('button', { name: /Send and continue/ }))

const fillDetails = async ({ user }: App, birth: { month: string; day: string; year: string }) => {
  await user.selectOptions(screen.getByLabelText('Month'), birth.month)
  await user.type(screen.getByLabelText('Day'), birth.day)
  await user.type(screen.getByLabelText('Year'), birth.year)
  await user.selectOptions(screen.getByLabelText('Nationality'), 'Mexico')
  await user.type(screen.getByLabelText('Street and number'), '1 Main St')
  await user.type(screen.getByLabelText('City'), 'Austin')
  await user.selectOptions(screen.getByLabelText('State'), 'Texas')
  await user.type(screen.getByLabelText('ZIP code'), '78701')
}

test('ST-14 A-13 the introduction names the three parts and promises both figures in one sentence', async () => {
  aServer(fresh)
  const app = await openApp('/kyc')
  const parts = within(await screen.findByRole('list', { name: 'What we need' })).getAllByRole('listitem')
  expect(parts.map((part) => part.textContent)).toEqual([
    expect.stringContaining('ID document'),
    expect.stringContaining('Selfie'),
    expect.stringContaining('Your details'),
  ])
  expect(
    screen.getByText('Usually done within 2 hours to 1 business day. Confirmation may take 2-3 business days.'),
  ).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Start' }))
  expect(await screen.findByRole('heading', { name: 'Your ID document' })).toBeVisible()
  expect(app.path()).toBe('/kyc/Tier1')
})

test('RT-66 RT-67 A-96 photos first, details last, then the page with the review time', async () => {
  const state = aServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await screen.findByLabelText(/^Front/), aPhoto('front.jpg'))
  await app.user.upload(screen.getByLabelText(/^Back/), aPhoto('back.jpg'))
  await send(app)

  const heading = await screen.findByRole('heading', { name: 'A photo of you' })
  await waitFor(() => expect(heading).toHaveFocus())
  await app.user.upload(screen.getByLabelText(/^Your face/), aPhoto())
  await send(app)

  await screen.findByRole('heading', { name: 'Your details' })
  expect(screen.getByLabelText('Full legal name')).toHaveValue('María López')
  await fillDetails(app, { month: 'March', day: '31', year: '1990' })
  await app.user.click(screen.getByRole('button', { name: 'Hand in for review' }))

  expect(await screen.findByRole('heading', { name: 'We have everything' })).toBeVisible()
  expect(app.path()).toBe('/kyc/success')
  expect(screen.getByText('Verifying')).toBeVisible()
  expect(screen.getByText(/2 hours to 1 business day.*2-3 business days/)).toBeVisible()
  expect(state.uploads).toEqual(['selfieId driverLicense back', 'selfieId driverLicense front', 'selfie'])
  expect(state.profile).toEqual({
    fullName: 'María López',
    birthday: '1990-03-31',
    nationality: 'MX',
    address: { line1: '1 Main St', city: 'Austin', state: 'TX', zipCode: '78701' },
    kyc: true,
  })
})

test('a passport needs one photo', async () => {
  const state = aServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.click(await screen.findByRole('radio', { name: 'Passport' }))
  expect(screen.queryByLabelText(/^Back/)).toBeNull()
  await app.user.upload(screen.getByLabelText(/^Front/), aPhoto())
  await send(app)
  await screen.findByRole('heading', { name: 'A photo of you' })
  expect(state.uploads).toEqual(['selfieId passport front'])
})

test('a missing photo is named at its field and nothing is sent', async () => {
  const state = aServer(fresh)
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await screen.findByLabelText(/^Front/), aPhoto())
  await send(app)
  expect(await screen.findByText('This photo is missing')).toBeVisible()
  expect(screen.getByLabelText(/^Back/)).toBeInvalid()
  expect(state.uploads).toEqual([])
})

test('V-28 C-06 a photo of 8 MB is refused before it is sent, one byte less is taken', async () => {
  aServer(fresh)
  const app = await openApp('/kyc/Tier1')
  const front = await screen.findByLabelText(/^Front/)
  await app.user.upload(front, aPhoto('big.jpg', 8_388_608))
  expect(await screen.findByText('The photo must be under 8 MB')).toBeVisible()
  expect(front).toBeInvalid()
  await app.user.upload(front, aPhoto('fits.jpg', 8_388_607))
  expect(screen.queryByText('The photo must be under 8 MB')).toBeNull()
  expect(screen.getByRole('img', { name: /Your photo/ })).toBeInTheDocument()
})

test('V-28 what the server does not take as an image is said at that photo', async () => {
  aServer(fresh)
  server.use(refuses('uploadKycPhoto', 'invalidType', { reason: 'image' }))
  const app = await openApp('/kyc/Tier1')
  await app.user.click(await screen.findByRole('radio', { name: 'Passport' }))
  await app.user.upload(screen.getByLabelText(/^Front/), aPhoto())
  await send(app)
  await waitFor(() => expect(screen.getByLabelText(/^Front/)).toBeInvalid())
  expect(screen.getAllByText('Use a JPEG, PNG or WebP photo')).toHaveLength(2)
})

test('after a broken line only the photo that did not arrive is sent again', async () => {
  const sides: string[] = []
  let broken = true
  aServer(fresh)
  server.use(
    handles('uploadKycPhoto', ({ body }) => {
      const side = /name="side"\r\n\r\n(\w+)/.exec(String(body))?.[1] ?? ''
      if (side === 'front' && broken) return Response.error()
      sides.push(side)
      return Response.json({ data: { type: 'selfieId', status: 'requested', triesLeft: 3 } })
    }),
  )
  const app = await openApp('/kyc/Tier1')
  await app.user.upload(await screen.findByLabelText(/^Front/), aPhoto('front.jpg'))
  await app.user.upload(screen.getByLabelText(/^Back/), aPhoto('back.jpg'))
  await send(app)
  expect(await screen.findByRole('alert')).toHaveTextContent('No Internet connection')
  broken = false
  await send(app)
  await screen.findByRole('heading', { name: 'A photo of you' })
  expect(sides).toEqual(['back', 'front'])
})

test('whoever comes back goes on with the first part that is not done', async () => {
  aServer({ ...fresh, selfieIdStatus: 'requested' })
  const app = await openApp('/kyc')
  const [first] = within(await screen.findByRole('list', { name: 'What we need' })).getAllByRole('listitem')
  expect(first).toHaveTextContent('Done')
  await app.user.click(screen.getByRole('link', { name: 'Go on' }))
  expect(await screen.findByRole('heading', { name: 'A photo of you' })).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'Verify your identity' })).getAllByRole('listitem')
  expect(steps[1]).toHaveAttribute('aria-current', 'step')
})

test('V-22 V-30 V-05 the details name what is missing or wrong at its field', async () => {
  const state = aServer({ ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' })
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await app.user.clear(screen.getByLabelText('Full legal name'))
  await app.user.type(screen.getByLabelText('Full legal name'), 'A$b')
  await app.user.click(screen.getByRole('button', { name: 'Hand in for review' }))
  expect(await screen.findByText('Please enter a valid name without special characters')).toBeVisible()
  expect(screen.getByText('Enter your full birthday')).toBeVisible()
  expect(screen.getByText('Choose the country of your nationality')).toBeVisible()
  expect(screen.getAllByText('Address, city and state are required').length).toBeGreaterThan(0)
  expect(screen.getByLabelText('Full legal name')).toHaveFocus()
  expect(state.profile).toBeNull()
})

test('V-30 a birthday one day under 18 is refused as soon as it is complete, and exactly 18 is not', async () => {
  aServer({ ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' })
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  const born = new Date()
  const type = async (day: Date) => {
    await app.user.selectOptions(screen.getByLabelText('Month'), String(day.getMonth() + 1))
    await app.user.clear(screen.getByLabelText('Day'))
    await app.user.type(screen.getByLabelText('Day'), String(day.getDate()))
    await app.user.clear(screen.getByLabelText('Year'))
    await app.user.type(screen.getByLabelText('Year'), String(day.getFullYear()))
  }
  born.setFullYear(born.getFullYear() - 18, born.getMonth(), born.getDate() + 1)
  await type(born)
  expect(await screen.findByText('You must be at least 18. Check your birthday')).toBeVisible()
  born.setDate(born.getDate() - 1)
  await type(born)
  await waitFor(() => expect(screen.queryByText('You must be at least 18. Check your birthday')).toBeNull())
})

test.each([
  ['invalidZipCode', 'ZIP code', 'Zip code does not match city or state'],
  ['birthdayChangesExceeded', 'Month', 'You cannot change your birthday again. Contact support'],
  ['fullNameChangesExceeded', 'Full legal name', 'You cannot change your name again. Contact support'],
] as const)('%s of the server is said at its field and what was typed stays', async (code, label, text) => {
  aServer({ ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' })
  server.use(refuses('updateProfile', code))
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await fillDetails(app, { month: 'March', day: '31', year: '1990' })
  await app.user.click(screen.getByRole('button', { name: 'Hand in for review' }))
  await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid())
  expect(within(await screen.findByRole('alert')).getByText(text)).toBeVisible()
  expect(screen.getByLabelText('City')).toHaveValue('Austin')
})

test('the names of countries are in the language of the screen', async () => {
  aServer({ ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' })
  await openApp('/kyc/Tier1', 'es')
  expect(await screen.findByRole('option', { name: 'Alemania' })).toHaveValue('DE')
  expect(screen.getByRole('option', { name: 'Estados Unidos' })).toHaveValue('US')
})

test('EK-10 ST-12 MSG-16 a denial turns the page red with the reason, the tries left and a way to try again', async () => {
  const state = aServer(inReview, { report: { reasons: [{ type: 'selfie', code: 'mismatch' }], triesLeft: 2 } })
  const app = await openApp('/kyc/success')
  expect(await screen.findByText('Verifying')).toBeVisible()
  state.me = { ...state.me, KYC: denied }
  act(() => applyLiveEvent(queryClient, { id: 1, event: 'kyc', data: denied }))
  expect(await screen.findByText('KYC verification failed. Please try again.')).toHaveClass('text-negative')
  expect(await screen.findByText(/the face does not match the document/)).toBeVisible()
  expect(screen.getByText('You have 2 tries left.')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'What we need again' })).toBeVisible()
  expect(app.path()).toBe('/kyc')
})

test('after a denial only what is wanted again is asked, and it goes back to review', async () => {
  const state = aServer(denied, { report: { reasons: [{ type: 'selfie', code: 'blurry' }] } })
  const app = await openApp('/kyc')
  await app.user.click(await screen.findByRole('link', { name: 'Try again' }))
  await app.user.upload(await screen.findByLabelText(/^Your face/), aPhoto())
  await send(app)
  expect(await screen.findByRole('heading', { name: 'We have everything' })).toBeVisible()
  expect(state.uploads).toEqual(['selfie'])
})

test('with no try left the way to support takes the place of the retry', async () => {
  aServer(denied, { report: { reasons: [{ type: 'selfie', code: 'other' }], triesLeft: 0 } })
  await openApp('/kyc')
  expect(await screen.findByRole('link', { name: 'help@puente.test' })).toHaveAttribute(
    'href',
    'mailto:help@puente.test',
  )
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
})

test('P-07 an approval turns the page and shows what can be moved now', async () => {
  const approved: Kyc = { ...inReview, selfieIdStatus: 'Approved', selfieStatus: 'Approved', tier: 1 }
  const state = aServer(inReview)
  server.use(
    answers('limits', {
      tier: 1,
      nextTier: 2,
      nextRows: [],
      rows: [
        {
          row: 'L-04',
          operation: 'outgoing',
          window: 'transaction',
          limitCents: 100_000,
          usedCents: 0,
          leftCents: 100_000,
          freesAt: null,
        },
      ],
    }),
  )
  await openApp('/kyc/success')
  expect(await screen.findByText('Verifying')).toBeVisible()
  state.me = { ...state.me, KYC: approved }
  act(() => applyLiveEvent(queryClient, { id: 1, event: 'kyc', data: approved }))
  expect(await screen.findByRole('heading', { name: 'Your identity is verified' })).toBeVisible()
  expect(await screen.findByText('$1,000.00')).toBeVisible()
})

test.each([
  ['N', { emailVerified: false, phoneVerified: false, KYC: { ...fresh, tier: -1 } }],
  ['E', { phoneVerified: false, KYC: { ...fresh, tier: -1 } }],
  ['V with the complete file in review', { KYC: inReview }],
])('RT-66 %s is taken home from the identity check', async (_, change) => {
  signedInAs(change)
  for (const path of ['/kyc', '/kyc/Tier1']) {
    // oxlint-disable-next-line no-await-in-loop
    const app = await openApp(path)
    expect(app.path()).toBe('/home')
  }
})

test('RT-67 whoever has handed nothing in is taken home from the page after it', async () => {
  signedInAs({ KYC: fresh })
  const app = await openApp('/kyc/success')
  expect(app.path()).toBe('/home')
})

test.each(['/kyc/tier1', '/KYC/TIER1'])('RT-66 %s is taken to the canonical path', async (address) => {
  aServer(fresh)
  const app = await openApp(address)
  await screen.findByRole('heading', { name: 'Your ID document' })
  expect(app.path()).toBe('/kyc/Tier1')
})

test('a report that cannot be loaded says so and can be asked for again', async () => {
  aServer(fresh)
  server.use(refuses('kycStatus', 'serviceUnavailable'))
  const app = await openApp('/kyc')
  expect(await screen.findByText('This could not be loaded')).toBeVisible()
  server.use(answers('kycStatus', aReport(fresh)))
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Start' })).toBeVisible()
})

test('while the report is on its way the screen says that it loads', async () => {
  aServer(fresh)
  server.use(handles('kycStatus', () => new Promise<Response>(() => undefined)))
  await openApp('/kyc')
  expect(await screen.findByText('Loading')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
})

test('nothing is lost when the network is away while the details are sent', async () => {
  aServer({ ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' })
  server.use(isDead('updateProfile'))
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await fillDetails(app, { month: 'March', day: '31', year: '1990' })
  await app.user.click(screen.getByRole('button', { name: 'Hand in for review' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No Internet connection')
  expect(screen.getByLabelText('Street and number')).toHaveValue('1 Main St')
})
