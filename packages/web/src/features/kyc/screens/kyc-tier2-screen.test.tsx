import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Me } from '@puente/contract'
import { approved, aReport, inReview, type Report } from '#test/kyc.ts'
import { aLiveStream } from '#test/live.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, refuses, server, type Seen } from '#test/server.ts'
import { aPhoto, fieldOf, useFetchForms } from '#test/uploads.ts'

beforeAll(useFetchForms)

const lease = { name: 'Lease' }
const addressField = () => screen.findByLabelText('The page with your name, address and date Take or choose a photo')

const atTier2 = (kyc: Partial<Me['KYC']>, report: Partial<Report>, change: Partial<Me> = {}) => {
  const KYC = { ...approved, ...kyc }
  const state = { report: aReport(KYC, report), uploads: [] as string[] }
  signedInAs({ KYC, ...change })
  server.use(
    answers('kycStatus', () => state.report),
    answers('uploadKycPhoto', ({ body }: Seen) => {
      const type = fieldOf(body, 'type') as 'invoice' | 'video'
      const docType = fieldOf(body, 'docType')
      state.uploads.push([type, docType].filter(Boolean).join(' '))
      const part = type === 'video' ? 'video' : docType === 'einLetter' ? 'company' : 'invoice'
      state.report = { ...state.report, missing: state.report.missing.filter((missing) => missing !== part) }
      return { type, status: 'inReview' as const, triesLeft: 2 }
    }),
  )
  return state
}

test('a proof of address is chosen by its kind, sent, and then under review', async () => {
  const state = atTier2({}, { missing: ['invoice'] })
  const app = await openApp('/kyc/tier2')
  expect(await screen.findByRole('heading', { name: 'Proof of your address' })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Send and continue' }))
  expect(await addressField()).toHaveAccessibleDescription(/Add this photo/)
  await app.user.click(screen.getByRole('radio', lease))
  await app.user.upload(await addressField(), aPhoto())
  signedInAs({ KYC: { ...approved, invoiceStatus: 'inReview' } })
  await app.user.click(screen.getByRole('button', { name: 'Send and continue' }))
  await waitFor(() => expect(app.path()).toBe('/kyc/success'))
  expect(state.uploads).toEqual(['invoice lease'])
  expect(await screen.findByText("We're checking your proof of address")).toBeVisible()
})

test('the address that the proof has to show is shown, with the way to have it corrected', async () => {
  const address = { line1: '1418 Alder Terrace', line2: 'Apt 3', city: 'Los Angeles', state: 'CA', zipCode: '90026' }
  atTier2({}, { missing: ['invoice'] }, { address })
  server.use(answers('listTickets', { items: [], last: null, end: true }))
  const app = await openApp('/kyc/tier2')
  expect(await screen.findByText(/^1418 Alder Terrace, Apt 3/)).toHaveTextContent('Los Angeles, CA 90026')
  expect(screen.getByText(/A photo or a screenshot is fine\.$/)).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Not right? Ask us to correct it' }))
  expect(app.router.history.location.state.help).toEqual({ module: 'kyc' })
})

test('a business is asked for its company paper as well', async () => {
  atTier2({}, { missing: ['invoice', 'company'] }, { business: true })
  const app = await openApp('/kyc/tier2')
  await app.user.upload(await addressField(), aPhoto())
  await app.user.click(screen.getByRole('button', { name: 'Send and continue' }))
  expect(await screen.findByRole('heading', { name: 'A paper of your company' })).toHaveFocus()
})

test('what is needed after a denial is said of the kind of upload that was denied', async () => {
  atTier2(
    { videoStatus: 'Denied' },
    { missing: ['video'], reasons: [{ type: 'video', code: 'unsupported' }], triesLeft: 1 },
  )
  await openApp('/kyc/tier2')
  expect(await screen.findByText('Make a video of yourself now.')).toBeVisible()
  expect(screen.queryByText('Use a document from the list.')).toBeNull()
})

test('a denied proof says why and how to go on; an appeal is sent, and its answer is shown', async () => {
  const denied = { invoiceStatus: 'Denied' } as const
  const state = atTier2(denied, {
    missing: ['invoice'],
    reasons: [{ type: 'invoice', code: 'expired' }],
    triesLeft: 2,
    canAppeal: true,
  })
  const app = await openApp('/kyc/tier2')
  expect(await screen.findByText(/the document is more than 90 days old/)).toBeVisible()
  expect(screen.getByText('Attempts left: 2')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Ask us to look again' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(dialog.getByLabelText('What should we know?')).toHaveAccessibleDescription(/Tell us what happened/)
  await app.user.type(dialog.getByLabelText('What should we know?'), 'It is of last week.')
  await app.user.keyboard('{Escape}')
  await app.user.click(await screen.findByRole('button', { name: 'Ask us to look again' }))
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByLabelText('What should we know?')).toHaveValue('It is of last week.')
  const open = { appealId: 'a', at: '2026-11-23T12:00:00Z', state: 'open' as const, text: 'It is of last week.' }
  server.use(answers('appealKyc', { appealId: 'a', state: 'open' }))
  state.report = { ...state.report, canAppeal: false, appeals: [{ ...open, answer: null, answeredAt: null }] }
  await app.user.click(again.getByRole('button', { name: 'Send' }))
  const looking = await screen.findByText('We got your message')
  const refused = screen.getByText("We couldn't accept your proof of address")
  expect(looking.compareDocumentPosition(refused)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await waitFor(() => expect(document.body).not.toHaveFocus())
  expect(document.activeElement).toContainElement(looking)
  expect(screen.queryByText('KYC verification failed. Please try again.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask us to look again' })).toBeNull()
})

test('a video is asked for in plain words, and a photo is not taken for one', async () => {
  atTier2({ invoiceStatus: 'inReview', videoStatus: 'requested' }, { missing: ['video'] })
  const app = await openApp('/kyc/tier2')
  expect(await screen.findByText('A reviewer asked for something more')).toBeVisible()
  const field = await screen.findByLabelText('Your video Record or choose a video')
  await app.user.upload(field, new File(['no video'], 'a.mp4', { type: 'video/mp4' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Choose an MP4 or WebM video/))
})

test.each([
  ['before tier 1', { KYC: inReview }],
  ['while it is reviewed', { KYC: { ...approved, invoiceStatus: 'inReview' as const } }],
  ['once tier 2 is reached', { KYC: { ...approved, invoiceStatus: 'Approved' as const, tier: 2 } }],
])('%s the screen of tier 2 leads home', async (_, change) => {
  signedInAs(change)
  expect((await openApp('/kyc/tier2')).path()).toBe('/home')
})

test('the code for another device is shown as a QR code, the screen follows it, and it can be stopped', async () => {
  const state = atTier2({}, { missing: ['invoice'] })
  const url = 'https://puente.test/kyc/continue#code'
  server.use(
    answers('kycHandoff', () => {
      state.report = { ...state.report, handoff: { state: 'waiting', expiresAt: '2026-11-23T12:15:00Z' } }
      return { url, qrText: url, expiresAt: '2026-11-23T12:15:00Z' }
    }),
    answers('endKycHandoff', () => {
      state.report = { ...state.report, handoff: null }
      return { ended: true }
    }),
  )
  const app = await openApp('/kyc/tier2')
  await app.user.click(await screen.findByRole('button', { name: 'Use another device' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('img', { name: /QR code/ })).toBeVisible()
  expect(dialog.getByText('Waiting for your other device')).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Stop' }))
  expect(await dialog.findByText('This code no longer works.')).toBeVisible()
})

test('a code that ended because the photos arrived says so, also when they were denied at once', async () => {
  const state = atTier2({}, { missing: ['invoice'] })
  const stream = aLiveStream()
  const url = 'https://puente.test/kyc/continue#code'
  server.use(
    answers('kycHandoff', () => {
      state.report = { ...state.report, handoff: { state: 'open', expiresAt: '2026-11-23T12:15:00Z' } }
      return { url, qrText: url, expiresAt: '2026-11-23T12:15:00Z' }
    }),
  )
  const app = await openApp('/kyc/tier2')
  await app.user.click(await screen.findByRole('button', { name: 'Use another device' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^Your other device is connected\./)).toBeVisible()
  state.report = { ...state.report, handoff: null, submittedAt: '2026-11-23T12:05:00Z', invoiceStatus: 'Denied' }
  stream.send('kyc', {})
  expect(await dialog.findByText('Your photos arrived. You can continue here.')).toBeVisible()
  expect(dialog.queryByText('This code no longer works.')).toBeNull()
})

test('on the other device a code opens photos alone, says for whom they are, and ends when they are sent', async () => {
  const bearers: (string | null)[] = []
  server.use(
    answers('kycResume', ({ body }: Seen) => {
      expect(body).toEqual({ code: 'the-code' })
      return {
        bearer: 'upload-only',
        expiresAt: '2026-11-23T12:15:00Z',
        name: 'Ma••• L•••',
        email: 'ma•••@example.com',
      }
    }),
    answers('kycStatus', aReport(approved, { missing: ['invoice'] })),
    answers('uploadKycPhoto', ({ headers }: Seen) => {
      bearers.push(headers.get('authorization'))
      return { type: 'invoice' as const, status: 'inReview' as const, triesLeft: 2 }
    }),
  )
  const app = await openApp('/kyc/continue#the-code')
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('For Ma••• L•••')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(app.path()).toBe('/kyc/continue')
  expect(app.router.state.location.hash).toBe('')
  await app.user.upload(await addressField(), aPhoto())
  await app.user.click(screen.getByRole('button', { name: 'Send and continue' }))
  const done = await screen.findByRole('heading', { name: "That's everything" })
  await waitFor(() => expect(done).toHaveFocus())
  expect(bearers).toEqual(['Bearer upload-only'])
})

test('a code that was used or is too old says so and leads nowhere', async () => {
  server.use(refuses('kycResume', 'tokenExpired'))
  const app = await openApp('/kyc/continue#old')
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }))
  const heading = await screen.findByRole('heading', { name: "This code doesn't work" })
  await waitFor(() => expect(heading).toHaveFocus())
})

test('a phone that drops the page while its camera is open goes on after a reload, and says at the end that all is sent', async () => {
  let codes = 0
  server.use(
    answers('kycResume', () => {
      codes += 1
      return {
        bearer: 'upload-only',
        expiresAt: '2026-11-23T12:15:00Z',
        name: 'Ma••• L•••',
        email: 'ma•••@example.com',
      }
    }),
    answers('kycStatus', aReport(approved, { missing: ['invoice'] })),
    answers('uploadKycPhoto', { type: 'invoice' as const, status: 'inReview' as const, triesLeft: 2 }),
    refuses('refreshSession', 'sessionClosed'),
  )
  const first = await openApp('/kyc/continue#the-code')
  await first.user.click(await screen.findByRole('button', { name: 'Continue' }))
  await addressField()

  const again = await reloadApp('/kyc/continue')
  await again.user.click(await screen.findByRole('button', { name: 'Continue' }))
  await again.user.upload(await addressField(), aPhoto())
  await again.user.click(screen.getByRole('button', { name: 'Send and continue' }))
  await screen.findByRole('heading', { name: "That's everything" })
  expect(codes).toBe(1)

  await reloadApp('/kyc/continue')
  expect(await screen.findByRole('heading', { name: "That's everything" })).toBeVisible()
})
