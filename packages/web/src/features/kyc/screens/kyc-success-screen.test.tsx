import { STORED_LANGUAGES } from '@puente/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, server } from '#test/server.ts'
import { aKycServer, approved, denied, fresh, inReview, photoField } from '#test/kyc.ts'
import { aLiveStream } from '#test/live.ts'

test('EK-10 MSG-16 a denial turns the page red with the reason, the tries left and a way to try again', async () => {
  const state = aKycServer(inReview, { reasons: [{ type: 'selfie', code: 'mismatch' }], triesLeft: 2 })
  const stream = aLiveStream()
  const app = await openApp('/kyc/success')
  expect(await screen.findByText("We're checking your identity")).toBeVisible()
  state.me = { ...state.me, KYC: denied }
  stream.send('kyc', {})
  const failed = await screen.findByText('KYC verification failed. Please try again.')
  expect(failed).toHaveClass('text-negative')
  expect(failed.closest('.bg-negative-soft')?.querySelector('svg')).not.toBeNull()
  expect(await screen.findByText(/your face doesn't match the one on your ID/)).toBeVisible()
  expect(screen.getByText('Attempts left: 2')).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Try again' }))
  expect(await photoField('Your face')).toBeVisible()
  expect(app.path()).toBe('/kyc/Tier1')
})

test.each([
  ['es', 'La verificación falló. Inténtalo de nuevo.'],
  ['ko', '본인 인증에 실패했어요. 다시 시도해 주세요.'],
] as const)('MSG-16 a denial is said in %s', async (language, words) => {
  aKycServer(denied, { reasons: [{ type: 'selfie', code: 'mismatch' }] }, { lang: STORED_LANGUAGES[language] })
  await openApp('/kyc/success', language)
  expect(await screen.findByText(words)).toBeVisible()
})

test.each([
  ['en', 'History', /^Sent for review on Nov 23, .*Not accepted on Nov 23, /],
  ['es', 'Historial', /^Enviado a revisión el 23 nov .*No aceptado el 23 nov /],
  ['ko', '진행 내역', /^2026\. 11\. 23\. .*심사 요청.*승인되지 않음$/],
] as const)(
  'X-29 a denial says in %s when the photos were sent in and decided, of both together once',
  async (language, name, lines) => {
    const of = (status: 'inReview' | 'Denied', at: string) =>
      (['selfieId', 'selfie'] as const).map((type) => ({ at, type, status }))
    const history = [...of('Denied', '2026-11-23T15:09:00.000Z'), ...of('inReview', '2026-11-23T15:00:00.000Z')]
    const reasons = [{ type: 'selfie', code: 'mismatch' }] as const
    aKycServer(denied, { reasons: [...reasons], history }, { lang: STORED_LANGUAGES[language] })
    await openApp('/kyc/success', language)
    const list = await screen.findByRole('list', { name })
    expect(list).toHaveTextContent(lines)
    expect(list.children).toHaveLength(2)
  },
)

test('a denial after the last try can be appealed where it is shown, and what was typed outlives Escape and leaving', async () => {
  aKycServer(denied, { reasons: [{ type: 'selfie', code: 'other' }], triesLeft: 0, canAppeal: true })
  const app = await openApp('/kyc/success')
  await app.user.click(await screen.findByRole('button', { name: 'Ask us to look again' }))
  expect(await screen.findByRole('dialog', { name: 'Ask us to look again' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
  await app.user.type(screen.getByRole('textbox'), 'It is me{Escape}')
  await app.router.navigate({ to: '/settings' })
  await app.router.navigate({ to: '/kyc/success' })
  await app.user.click(await screen.findByRole('button', { name: 'Ask us to look again' }))
  expect(await screen.findByRole('textbox')).toHaveValue('It is me')
})

const asked = { appealId: 'a', at: '2026-11-23T16:00:00.000Z', text: 'It is sharp.', answer: null, answeredAt: null }
const decidedAt = (at: string) => ({ at, type: 'selfie' as const, status: 'Denied' as const })
const first = decidedAt('2026-11-23T15:00:00.000Z')
const second = decidedAt('2026-11-24T15:00:00.000Z')

test.each([
  [
    'before another try',
    { appeals: [{ ...asked, state: 'open' as const }], history: [first] },
    /^If you try again, .*replaces/,
  ],
  [
    'after the decision on it',
    { appeals: [{ ...asked, state: 'settled' as const }], history: [second, first], canAppeal: true },
    /^This decision replaced your request/,
  ],
])('that another try ends an open appeal is said %s', async (_, report, words) => {
  aKycServer(denied, { reasons: [{ type: 'selfie', code: 'other' }], triesLeft: 2, ...report })
  await openApp('/kyc/success')
  expect(await screen.findByText(words)).toBeVisible()
})

test('once there is another try, the request for another look gets no answer of its own', async () => {
  const open = { ...asked, state: 'open' as const }
  aKycServer(inReview, { appeals: [open], history: [first], submittedAt: second.at })
  await openApp('/kyc/success')
  expect(await screen.findByText(/^What you've sent since then replaces this request/)).toBeVisible()
  expect(screen.queryByText(/You'll find the answer here/)).toBeNull()
})

test('with both tiers denied another try of one is not said to end the request, which may be about the other', async () => {
  const reasons = (['selfie', 'invoice'] as const).map((type) => ({ type, code: 'other' as const }))
  aKycServer(denied, { reasons, triesLeft: 2, appeals: [{ ...asked, state: 'open' }], history: [first] })
  await openApp('/kyc/success')
  expect(await screen.findByText('We got your message')).toBeVisible()
  expect(screen.queryByText(/^If you try again/)).toBeNull()
})

test('an answer is there too while what it is about is looked at again', async () => {
  const answered = { ...asked, state: 'answered' as const, answer: 'You are right.', answeredAt: second.at }
  aKycServer(inReview, { appeals: [answered], history: [first], submittedAt: second.at })
  await openApp('/kyc/success')
  expect(await screen.findByText('You are right.')).toBeVisible()
})

test('the dates of a review stand there when the server knows them', async () => {
  aKycServer(inReview, { submittedAt: '2026-11-20T15:00:00.000Z', expectedBy: '2026-11-25T15:00:00.000Z' })
  await openApp('/kyc/success')
  expect(await screen.findByText(/Nov 20, 2026/)).toBeVisible()
  expect(screen.getByText('Nov 25, 2026')).toBeVisible()
})

test('an approval turns the page and shows what can be moved now', async () => {
  const state = aKycServer(inReview)
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
  const stream = aLiveStream()
  await openApp('/kyc/success')
  expect(await screen.findByText("We're checking your identity")).toBeVisible()
  state.me = { ...state.me, KYC: approved }
  stream.send('kyc', {})
  expect(await screen.findByRole('heading', { name: 'Your identity is verified' })).toBeVisible()
  expect(await screen.findByText('$1,000.00')).toBeVisible()
})

test('a person who has submitted nothing is redirected home', async () => {
  signedInAs({ KYC: fresh })
  const app = await openApp('/kyc/success')
  expect(app.path()).toBe('/home')
})

test('ST-12 ST-13 ST-14 home shows the label while the review lasts, and the way to try again after a denial', async () => {
  const state = aKycServer(inReview, { reasons: [{ type: 'selfie', code: 'blurry' }] })
  const stream = aLiveStream()
  await openApp('/home')
  expect(await screen.findByText("We're checking your identity")).toBeVisible()
  expect(
    screen.getByText('Most checks take between 2 hours and 1 business day. Some take 2 to 3 business days.'),
  ).toBeVisible()
  state.me = { ...state.me, KYC: denied }
  stream.send('kyc', {})
  expect(await screen.findByText('KYC verification failed. Please try again.')).toBeVisible()
  expect(await screen.findByText(/we can't see your face clearly/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/kyc')
})
