import { type ApprovalDecision, STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const id = `txn_${'1'.repeat(32)}` as const
const payment: ApprovalDecision = {
  transactionId: id,
  outcome: 'waiting',
  userId: `usr_${'2'.repeat(32)}`,
  fullName: 'Ana Ruiz',
  image: null,
  to: { fullName: 'Cleo Park', publicTransactionId: 'cleo.park-0001', image: null, business: false },
  isFirst: true,
  amount: 60_00,
  currency: 'USD',
  note: 'For the roof',
  date: '2030-01-01T10:00:00.000Z',
  expiresAt: '2030-01-02T10:00:00.000Z',
}

const open = (language: 'en' | 'es' | 'ko' = 'en') => {
  signedInAs({ lang: STORED_LANGUAGES[language] })
  return reloadApp('/settings/approvers/decide', { approval: id }, language)
}
const challenge = {
  challengeId: `chl_${'3'.repeat(64)}` as const,
  factors: ['password' as const],
  intent: { operation: 'decideApproval', payee: 'Cleo Park', amount: 60_00, currency: 'USD', totalCharge: 60_00 },
}

test('an approver sees the payer, payee, amount and note, and approves with a proof that names payee and amount', async () => {
  let outcome: ApprovalDecision['outcome'] = 'waiting'
  const words: unknown[] = []
  server.use(
    answers('getDecision', () => ({ ...payment, outcome })),
    handles('decideApproval', ({ body, headers }) => {
      words.push(body)
      if (headers.get('Step-Up') !== 'the-token')
        return Response.json(
          { code: 'stepUpRequired', message: '', details: challenge, requestId: 'r' },
          { status: 403 },
        )
      outcome = 'approved'
      return Response.json({ data: { transactionId: id, state: 'COMPLETED', outcome } })
    }),
    answers('stepUpVerify', { stepUpToken: 'the-token', expiresAt: '2030-01-01T11:00:00.000Z' }),
  )
  const { user } = await open()
  expect(await screen.findByText('Ana Ruiz wants to pay')).toBeVisible()
  for (const shown of ['Cleo Park', '$60.00', 'For the roof', 'Their first payment to this person'])
    expect(screen.getByText(shown)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Approve $60.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  expect(dialog.getByText("You're confirming: Approve a payment")).toBeVisible()
  expect(dialog.getByText('Cleo Park')).toBeVisible()
  expect(dialog.getByText('$60.00')).toBeVisible()
  await user.type(dialog.getByLabelText(/password/i, { selector: 'input' }), 'Una-Nube-77x{Enter}')
  expect(await screen.findByText('This payment was approved')).toBeVisible()
  expect(words).toEqual([
    { transactionId: id, decision: 'approve' },
    { transactionId: id, decision: 'approve' },
  ])
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
})

test('a payment is declined only after a confirmation', async () => {
  const words: unknown[] = []
  server.use(
    answers('getDecision', () => ({
      ...payment,
      outcome: words.length > 0 ? ('declined' as const) : ('waiting' as const),
    })),
    handles('decideApproval', ({ body }) => {
      words.push(body)
      return Response.json({ data: { transactionId: id, state: 'CANCELLED', outcome: 'declined' } })
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const sure = within(await screen.findByRole('dialog', { name: 'Decline this payment?' }))
  expect(words).toEqual([])
  await user.click(sure.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('This payment was declined')).toBeVisible()
  expect(words).toEqual([{ transactionId: id, decision: 'decline' }])
})

test.each([
  ['en', 'Approve $60.00', /you can decline this payment, but not approve it/],
  ['es', /^Aprobar/, /puedes rechazar este pago, pero no aprobarlo/],
  ['ko', /승인/, /거절만 할 수 있고 승인은 할 수 없어요/],
] as const)(
  'an approver whose access changed recently sees until when they can only decline (%s)',
  async (language, name, text) => {
    server.use(
      answers('getDecision', payment),
      refuses('decideApproval', 'accountRestricted', { reason: 'approverCooling', until: '2030-01-03T10:00:00.000Z' }),
    )
    const { user } = await open(language)
    await user.click(await screen.findByRole('button', { name }))
    const said = await screen.findByText(text)
    expect(said.textContent).not.toContain('{until}')
    await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  },
)

test.each([
  ['approved', 'This payment was approved'],
  ['declined', 'This payment was declined'],
  ['cancelled', 'This payment was canceled. No money moved.'],
  ['expired', 'No one decided in time. The money went back.'],
] as const)('a payment that is already %s can only be read', async (outcome, text) => {
  server.use(answers('getDecision', { ...payment, outcome }))
  await open()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Approve|Decline/ })).toBeNull()
})

test('a payment that is not the approver’s to decide says so and leads back', async () => {
  server.use(refuses('getDecision', 'notFound'))
  await open()
  expect(await screen.findByText("There's nothing to decide")).toBeVisible()
  expect(screen.getByRole('link', { name: 'All approvals' })).toBeVisible()
})
