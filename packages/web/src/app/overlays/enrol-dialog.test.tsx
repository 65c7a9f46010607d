import { act, screen, waitFor, within } from '@testing-library/react'
import { STORED_LANGUAGES, type Language, type Result } from '@puente/contract'
import { expect, test } from 'vitest'
import { call } from '#lib/api/api.ts'
import { newKey } from '#lib/api/idempotency.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, server, type Seen } from '#test/server.ts'

const done = {
  transactionId: 'txn_1',
  state: 'COMPLETED',
  fee: 0,
  totalCharge: 6000,
  balance: 0,
  reference: 'R',
} as const
const input = { toUser: 'ben.ortiz-0001', amount: 6000, currency: 'USD' } as const
const none: Result<'factors'> = {
  passwordChangedAt: null,
  passkeys: 0,
  totpSince: null,
  provesFrom: null,
  recoveryCodesLeft: null,
  phone: true,
}
const withPassword = { ...none, passwordChangedAt: '2026-05-03T15:00:00.000Z' }

/** The server lets the money go once the account has something of its own to prove with; what it saw of each attempt. */
const asksForProofOfOwn = () => {
  const seen: Seen[] = []
  const account = { isReady: false }
  server.use(
    handles('sendInApp', (sent) => {
      seen.push(sent)
      const details = { enrol: true, reason: 'enrol' }
      return account.isReady
        ? Response.json({ data: done })
        : Response.json({ code: 'stepUpRequired', message: '', details, requestId: 'r' }, { status: 403 })
    }),
    answers('factors', () => (account.isReady ? withPassword : none)),
  )
  return { seen, account }
}

const open = (language: Language = 'en') => {
  signedInAs({ lang: STORED_LANGUAGES[language] })
  return openApp('/settings/language', language)
}
const dialog = async (name = 'First, protect your account') => within(await screen.findByRole('dialog', { name }))

test('who has nothing to prove with sets a password in a new tab, and the same call goes on when they come back', async () => {
  const { user } = await open()
  const { seen, account } = asksForProofOfOwn()
  const key = newKey()
  const answer = call('sendInApp', input, { idempotencyKey: key })
  const shown = await dialog()
  const link = shown.getByRole('link', { name: 'Set a password' })
  expect(link).toHaveAttribute('href', '/settings/security/social')
  expect(link).toHaveAttribute('target', '_blank')
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  await user.click(shown.getByRole('button', { name: 'I saved my password' }))
  expect(await shown.findByText(/There's no password yet/)).toBeVisible()
  account.isReady = true
  act(() => void globalThis.dispatchEvent(new Event('focus')))
  expect(await answer).toEqual(done)
  expect(seen.map(({ body }) => body)).toEqual([input, input])
  expect(seen.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([key, key])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['en', 'First, protect your account', 'Add a passkey', 'Cancel'],
  ['es', 'Primero, protege tu cuenta', 'Agregar una llave de acceso', 'Cancelar'],
  ['ko', '먼저 계정을 보호해 주세요', '패스키 추가하기', '취소'],
] as const)(
  'in %s it offers a passkey as well; closing it leaves the call refused',
  async (language, title, add, cancel) => {
    const { user } = await open(language)
    asksForProofOfOwn()
    const answer = call('sendInApp', input).catch((error: unknown) => error)
    const shown = await dialog(title)
    expect(shown.getByRole('button', { name: add })).toBeVisible()
    await user.click(shown.getByRole('button', { name: cancel }))
    expect(await answer).toMatchObject({ code: 'stepUpRequired' })
  },
)

test('who has no phone either is offered a password alone; the act then asks for it and goes on', async () => {
  const { user } = await open()
  const account = { hasPassword: false }
  const challenge = { challengeId: `chl_${'1'.repeat(64)}`, factors: ['password'], intent: { operation: 'unfreeze' } }
  const enrol = { enrol: true, only: 'password', reason: 'enrol' }
  const token = 't'.repeat(43)
  server.use(
    handles('unfreeze', ({ headers }) => {
      if (headers.get('Step-Up') === token) return Response.json({ data: { status: 'open' } })
      const details = account.hasPassword ? challenge : enrol
      return Response.json({ code: 'stepUpRequired', message: '', details, requestId: 'r' }, { status: 403 })
    }),
    answers('factors', () => ({ ...(account.hasPassword ? withPassword : none), phone: false })),
    answers('stepUpVerify', { stepUpToken: token, expiresAt: '2026-05-03T15:05:00.000Z' }),
  )
  const answer = call('unfreeze', {})
  const shown = await dialog()
  expect(shown.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  const link = shown.getByRole('link', { name: 'Set a password' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  account.hasPassword = true
  act(() => void globalThis.dispatchEvent(new Event('focus')))
  const proof = await dialog("Confirm it's you")
  expect(proof.getByText("Your account is protected now. One more step: confirm it's you.")).toBeVisible()
  expect(proof.queryByText(/too long|too many/)).toBeNull()
  await user.type(proof.getByLabelText('Password'), 'Quiet-Harbour-77')
  await user.keyboard('{Enter}')
  expect(await answer).toEqual({ status: 'open' })
})

test('the proof that adding a passkey wants is asked for above it, and leaves the first call waiting', async () => {
  const { user } = await open()
  asksForProofOfOwn()
  const details = {
    challengeId: `chl_${'1'.repeat(64)}`,
    factors: ['password'],
    intent: { operation: 'passkeyOptions' },
  }
  server.use(
    handles('passkeyOptions', () =>
      Response.json({ code: 'stepUpRequired', message: '', details, requestId: 'r' }, { status: 403 }),
    ),
  )
  Object.assign(globalThis, { PublicKeyCredential: class {} })
  let isOver = false
  const answer = call('sendInApp', input)
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  await user.click((await dialog()).getByRole('button', { name: 'Add a passkey' }))
  const passkey = await dialog('Add a passkey')
  await user.type(passkey.getByLabelText('Name'), 'My phone')
  await user.click(passkey.getByRole('button', { name: 'Create passkey' }))
  const proof = await dialog("Confirm it's you")
  expect(proof.getByText(/Add a passkey/)).toBeVisible()
  await user.click(proof.getByRole('button', { name: 'Cancel' }))
  expect(isOver).toBe(false)
  await user.click((await dialog('Add a passkey')).getByRole('button', { name: 'Close' }))
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
  await answer
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
})
