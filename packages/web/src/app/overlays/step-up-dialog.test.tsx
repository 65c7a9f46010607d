import { act, screen, waitFor, within } from '@testing-library/react'
import { type Result, STORED_LANGUAGES } from '@puente/contract'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call, setBearer } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { checkOnline, reportOffline, useOnline } from '#lib/api/online.ts'
import { setClock } from '#lib/browser/clock.ts'
import { learnTime } from '#lib/browser/product-time.ts'
import { moneyUnderWay } from '#shared/payment/money-under-way.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, isDead, refuses, server, type Seen } from '#test/server.ts'
import { OfflineScreen } from './offline-screen.tsx'

const challenge = (n: number) => `chl_${String(n).repeat(64)}` as const
const intent = {
  operation: 'sendInApp',
  rail: 'inApp',
  payee: 'Ben Ortiz',
  amount: 6000,
  currency: 'USD',
  totalCharge: 6000,
}
const refusal = (n: number, factors = ['code']) => ({ challengeId: challenge(n), factors, intent })
const sent: Result<'stepUpOptions'> = {
  challengeId: challenge(1),
  factors: ['code'],
  intent,
  expiresAt: '2030-01-01T00:00:00.000Z',
  sentTo: '(***) ***-**34',
  resendAt: new Date(Date.now() - 1000).toISOString(),
}
const done = {
  transactionId: 'txn_1',
  state: 'COMPLETED',
  fee: 0,
  totalCharge: 6000,
  balance: 0,
  reference: 'R',
} as const
const input = { toUser: 'ben.ortiz-0001', amount: 6000, currency: 'USD' } as const

/** The server asks for a proof until it gets the token; what it saw of each attempt. */
const asksForProof = (n = 1, factors?: string[]) => {
  const seen: Seen[] = []
  server.use(
    handles('sendInApp', (call) => {
      seen.push(call)
      const isProved = call.headers.get('Step-Up') === 'the-token'
      return isProved
        ? Response.json({ data: done })
        : Response.json(
            { code: 'stepUpRequired', message: '', details: refusal(n, factors), requestId: 'r' },
            { status: 403 },
          )
    }),
    answers('stepUpOptions', sent),
  )
  return seen
}

const open = async (language: 'en' | 'es' | 'ko' = 'en') => {
  signedInAs({ lang: STORED_LANGUAGES[language] })
  return openApp('/settings/language', language)
}
const dialog = async (name = "Confirm it's you") => within(await screen.findByRole('dialog', { name }))

afterEach(() => learnTime(new Date().toUTCString()))

test('a call that needs a proof waits for the dialog, and goes on with the same body and key', async () => {
  const { user } = await open()
  const seen = asksForProof()
  let proof: unknown
  server.use(
    handles('stepUpVerify', ({ body }) => {
      proof = body
      return Response.json({ data: { stepUpToken: 'the-token', expiresAt: sent.expiresAt } })
    }),
  )
  const key = newKey()
  const answer = call('sendInApp', input, { idempotencyKey: key })
  const shown = await dialog()
  expect(shown.getByText('Ben Ortiz')).toBeVisible()
  expect(shown.getByText('$60.00')).toBeVisible()
  await user.type(await shown.findByLabelText('Code from the text to (***) ***-**34'), '123456')
  expect(await answer).toEqual(done)
  expect(proof).toEqual({ challengeId: challenge(1), code: '123456' })
  expect(seen.map(({ body }) => body)).toEqual([input, input])
  expect(seen.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([key, key])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['en', "Confirm it's you", 'Cancel'],
  ['es', 'Confirma que eres tú', 'Cancelar'],
  ['ko', '본인인지 확인해 주세요', '취소'],
] as const)('closing it leaves the call refused (%s)', async (language, title, cancel) => {
  const { user } = await open(language)
  asksForProof()
  const answer = call('sendInApp', input).catch((error: unknown) => error)
  await user.click((await dialog(title)).getByRole('button', { name: cancel }))
  expect(await answer).toMatchObject({ code: 'stepUpRequired' })
  expect(await answer).toBeInstanceOf(ApiRefusal)
})

test.each([
  ['en', "Confirm it's you"],
  ['es', 'Confirma que eres tú'],
  ['ko', '본인인지 확인해 주세요'],
] as const)('SC-04 a call that needs a security check opens it, and goes on after it (%s)', async (language, title) => {
  const { user } = await open(language)
  const seen = asksForProof()
  server.use(answers('stepUpVerify', { stepUpToken: 'the-token', expiresAt: sent.expiresAt }))
  const answer = call('sendInApp', input)
  await user.type(await (await dialog(title)).findByRole('textbox'), '123456')
  expect(await answer).toEqual(done)
  expect(seen.map(({ headers }) => headers.get('Step-Up'))).toEqual([null, 'the-token'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [
    'en',
    "Confirm it's you",
    "You're about to withdraw this. Check the account and the amount.",
    'Total from your balance',
  ],
  ['es', 'Confirma que eres tú', 'Vas a retirar este dinero. Revisa la cuenta y el monto.', 'Total de tu saldo'],
  ['ko', '본인인지 확인해 주세요', '출금할 계좌와 금액을 확인해 주세요.', '잔액에서 나가는 총액'],
] as const)('a withdrawal is not called sending, and names the account (%s)', async (language, title, text, total) => {
  const { user } = await open(language)
  const withdrawal = {
    ...intent,
    operation: 'withdrawBank',
    rail: 'bank',
    payee: 'Ben Ortiz (••••6789)',
    totalCharge: 6225,
  }
  server.use(
    refuses('withdrawBank', 'stepUpRequired', { ...refusal(1), intent: withdrawal }),
    answers('stepUpOptions', sent),
  )
  const body = { recipientId: `rcp_${'1'.repeat(32)}`, amount: 6000, currency: 'USD' } as const
  const answer = call('withdrawBank', body, { idempotencyKey: newKey() }).catch((error: unknown) => error)
  const shown = await dialog(title)
  expect(shown.getByText(text)).toBeVisible()
  expect(shown.getByText('Ben Ortiz (••••6789)')).toBeVisible()
  expect(shown.getByText(total).nextElementSibling).toHaveTextContent('$62.25')
  await user.keyboard('{Escape}')
  expect(await answer).toMatchObject({ code: 'stepUpRequired' })
})

test('of a schedule it says that it is scheduled, not that money is sent now', async () => {
  await open()
  const details = { ...refusal(1), intent: { ...intent, operation: 'createSchedule' } }
  server.use(refuses('createSchedule', 'stepUpRequired', details), answers('stepUpOptions', sent))
  const body = { call: 'sendInApp', toUser: input.toUser, amount: 6000, currency: 'USD' } as const
  void call('createSchedule', { ...body, start: sent.expiresAt, every: 'month', timeZone: 'UTC', note: '' }).catch(
    () => undefined,
  )
  const shown = await dialog()
  expect(shown.getByText(/Schedule a payment or a request/)).toBeVisible()
  expect(shown.queryByText(/about to send/)).toBeNull()
  expect(shown.getByText('Ben Ortiz')).toBeVisible()
})

test('a wrong code is said beside the field; a challenge that is over is asked for again', async () => {
  const { user } = await open()
  const seen = asksForProof()
  server.use(refuses('stepUpVerify', 'invalidCode'))
  const answer = call('sendInApp', input).catch((error: unknown) => error)
  const shown = await dialog()
  const field = await shown.findByLabelText(/^Code from the text to/)
  await user.type(field, 'abc')
  await user.click(shown.getByRole('button', { name: 'Confirm' }))
  expect(await shown.findByText('Enter the 6 digits')).toBeVisible()
  await user.type(field, '123456')
  expect(await shown.findByText("That code isn't right. Check it, or ask for a new one.")).toBeVisible()
  expect(field).toHaveValue('')
  await user.type(field, '{Enter}')
  expect(shown.getByText("That code isn't right. Check it, or ask for a new one.")).toBeVisible()
  server.use(refuses('stepUpVerify', 'invalidCode', { reason: 'challenge' }))
  await user.type(field, '123456')
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(
    await (await dialog()).findByText(/^That took too long.* A code we texted you before no longer works\.$/),
  ).toBeVisible()
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(await answer).toMatchObject({ code: 'stepUpRequired' })
})

test('a challenge that was answered in another tab is said to be, and asked for again', async () => {
  const { user } = await open()
  const seen = asksForProof(1, ['password'])
  server.use(refuses('stepUpVerify', 'usedCode', { reason: 'challenge' }))
  const answer = call('sendInApp', input).catch((error: unknown) => error)
  await user.type((await dialog()).getByLabelText('Password'), 'Quiet-Harbour-77{Enter}')
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(await (await dialog()).findByText(/^That was confirmed already, maybe in another tab/)).toBeVisible()
  expect(screen.queryByText(/too many wrong tries/)).toBeNull()
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await answer
})

test('another way that is chosen has the focus: its field, or what asks for it', async () => {
  const { user } = await open()
  asksForProof(1, ['totp', 'recoveryCode', 'code', 'password', 'passkey'])
  const answer = call('sendInApp', input).catch(() => undefined)
  const shown = await dialog()
  const choose = (way: string) => user.click(shown.getByRole('button', { name: way }))
  await choose('Recovery code')
  expect(shown.getByLabelText('Recovery code')).toHaveFocus()
  await choose('Password')
  expect(shown.getByLabelText('Password')).toHaveFocus()
  await choose('Passkey')
  expect(shown.getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  await choose('Code by text message')
  expect(await shown.findByLabelText(/^Code from the text to/)).toHaveFocus()
  await choose('Authenticator app')
  expect(shown.getByRole('textbox')).toHaveFocus()
  server.use(refuses('stepUpOptions', 'serviceUnavailable', { reason: 'sms' }))
  await choose('Code by text message')
  expect(await shown.findByRole('button', { name: 'Send the code' })).toHaveFocus()
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await answer
})

test('where no code could be sent it says so, and can be tried again', async () => {
  const { user } = await open()
  asksForProof()
  server.use(refuses('stepUpOptions', 'serviceUnavailable', { reason: 'sms' }))
  const answer = call('sendInApp', input).catch(() => undefined)
  const shown = await dialog()
  expect(await shown.findByRole('alert')).toHaveTextContent("We can't send text messages right now")
  server.use(answers('stepUpOptions', sent))
  await user.click(shown.getByRole('button', { name: 'Send the code' }))
  expect(await shown.findByLabelText(/^Code from the text to/)).toHaveFocus()
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await answer
})

const Cover = () => (useOnline() ? null : <OfflineScreen />)

test('without a network the dialog is covered, and with it again the field has the focus, the digits and no complaint', async () => {
  signedInAs()
  const { user } = await openApp('/settings/language', 'en', <Cover />)
  asksForProof()
  server.use(isDead('stepUpVerify'), answers('health', { ok: true }))
  const answer = call('sendInApp', input).catch((error: unknown) => error)
  const field = await (await dialog()).findByLabelText('Code from the text to (***) ***-**34')
  await user.type(field, '123456')
  expect(await screen.findByText(/no internet/i)).toBeVisible()
  moneyUnderWay.set(true)
  await act(async () => reportOffline())
  expect(screen.getByText('Everything is where you left it.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'No Internet connection' })).toHaveFocus())
  expect(field.closest('[inert]')).not.toBeNull()
  await user.keyboard('{Escape}')
  await act(checkOnline)
  await waitFor(() => expect(field).toHaveFocus())
  expect(field.closest('[inert]')).toBeNull()
  expect(field).toHaveValue('123456')
  expect(screen.queryByText(/no internet/i)).toBeNull()
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await answer
  moneyUnderWay.set(false)
})

test('a token is kept for the repeat of a call whose answer was lost, and for no other', async () => {
  const { user } = await open()
  asksForProof()
  server.use(answers('stepUpVerify', { stepUpToken: 'the-token', expiresAt: sent.expiresAt }))
  const key = newKey()
  let tries = 0
  server.use(
    handles('sendInApp', ({ headers }) => {
      if (headers.get('Step-Up') === null)
        return Response.json(
          { code: 'stepUpRequired', message: '', details: refusal(1), requestId: 'r' },
          { status: 403 },
        )
      tries += 1
      return tries === 1 ? Response.error() : Response.json({ data: done })
    }),
  )
  const lost = call('sendInApp', input, { idempotencyKey: key }).catch((error: unknown) => error)
  await user.type(await (await dialog()).findByLabelText(/^Code from the text to/), '123456')
  expect(await lost).toMatchObject({ kind: 'offline' })
  expect(await call('sendInApp', input, { idempotencyKey: key })).toEqual(done)
  const other = call('sendInApp', input, { idempotencyKey: newKey() }).catch((error: unknown) => error)
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  expect(await other).toMatchObject({ code: 'stepUpRequired' })
})

test('a call outside the signed-in screens is refused at once', async () => {
  setBearer('b')
  server.use(refuses('me', 'stepUpRequired', refusal(1)), isDead('stepUpOptions'))
  await expect(call('me')).rejects.toMatchObject({ code: 'stepUpRequired' })
})

test('another code can be asked for as soon as on a device whose clock is right', async () => {
  const { user } = await open()
  asksForProof()
  const threeDaysOn = Date.now() + 72 * 3_600_000
  const resendAt = new Date(threeDaysOn + 30_000).toISOString()
  server.use(
    handles('stepUpOptions', () =>
      Response.json({ data: { ...sent, resendAt } }, { headers: { Date: new Date(threeDaysOn).toUTCString() } }),
    ),
  )
  const answer = call('sendInApp', input).catch(() => undefined)
  const shown = await dialog()
  expect(await shown.findByRole('button', { name: /^Send it again in (2\d|3[01]) seconds$/ })).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await answer
})

test('after too many codes none can be asked for, and it says of what, for how long and what remains', async () => {
  const { user } = await open()
  asksForProof()
  server.use(refuses('stepUpOptions', 'tooManyRequests', { retryAfterSeconds: 3240 }))
  const answer = call('sendInApp', input).catch(() => undefined)
  const shown = await dialog()
  expect(await shown.findByRole('alert')).toHaveTextContent(
    "You've asked for too many codes by text message. You can ask for another in 54 minutes.",
  )
  expect(shown.getByText(/^Once you have a code again, you can add a passkey/)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Send the code' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await answer
})

test('a phone whose owner replied STOP to our texts is said to get no code once the carrier refused it, and how it gets one', async () => {
  const time = fakeClock()
  onTestFinished(() => setClock())
  const { user } = await open()
  asksForProof()
  server.use(
    handles('stepUpOptions', ({ body }) =>
      Response.json({ data: { ...sent, resendAt: undefined, stopped: (body as { look?: boolean }).look === true } }),
    ),
  )
  const answer = call('sendInApp', input, { idempotencyKey: newKey() }).catch(() => undefined)
  const shown = await dialog()
  expect(await shown.findByLabelText(/^Code from the text to/)).toBeVisible()
  await time.advance(3_000)
  expect((await shown.findAllByText(/Reply START in the same conversation/))[0]).toBeVisible()
  expect(shown.queryByLabelText(/text to/)).toBeNull()
  server.use(answers('stepUpOptions', sent))
  await user.click(shown.getByRole('button', { name: 'Send it again' }))
  expect(await shown.findByLabelText(/^Code from the text to/)).toBeVisible()
  expect(shown.queryByText(/START/)).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await answer
})
