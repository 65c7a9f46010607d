import { act, screen, waitFor, within } from '@testing-library/react'
import { brand } from '@puente/contract'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/browser/clock.ts'
import { readDraft } from '#lib/forms/draft.ts'
import { paths } from '#lib/layout/paths.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { startSend } from '#shared/payment/send-draft.ts'
import { aContact } from '#test/contacts.ts'
import { fakeClock } from '#test/fake-clock.ts'
import { aLimit, aQuotedLimit, limitsOf, quoting, unprovedLimit } from '#test/money.ts'
import { transactionIdOf } from '#test/movements.ts'
import { aMe, openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

const recipient = { toUser: 'ana.ruiz-9k2m', email: 'ana.ruiz-9k2m', fullName: 'Ana Ruiz', image: null }
const receipt = {
  transactionId: transactionIdOf(1),
  state: 'COMPLETED' as const,
  fee: 0,
  totalCharge: 2500,
  balance: 7500,
  reference: 'PU-ABCD2345',
}

beforeEach(() =>
  server.use(
    answers('frequents', { items: [aContact()] }),
    answers('limits', limitsOf(aLimit())),
    answers('feeAmount', quoting()),
    answers('sendInApp', receipt),
  ),
)
afterEach(() => setClock())

const amountField = () => screen.findByRole('textbox', { name: 'Amount to send' })
const sendButton = (amount = '$25.00') => screen.findByRole('button', { name: `Send ${amount}` })

/** Opens the amount of a send to Ana. */
const openAmount = async (wallet = 10_000) => {
  signedInAs({ wallet: { USD: wallet } })
  const app = await openApp(paths.sendInApp.path)
  await app.user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  await amountField()
  return app
}

/** Opens the review of $25.00 to Ana. */
const openDetail = async () => {
  const app = await openAmount()
  await app.user.type(await amountField(), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(async () => expect(await sendButton()).not.toHaveAttribute('aria-disabled'))
  return app
}

/** Records what was sent, and answers with the given responses. */
const recording = (answer: () => Response) => {
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    handles('sendInApp', ({ headers, body }: Seen) => {
      sent.push({ key: headers.get('Idempotency-Key'), body })
      return answer()
    }),
  )
  return sent
}

test('RT-48 the last segment of the in-app screen is the name of the product', () => {
  expect([brand.slug, paths.sendInApp.path]).toEqual(['puente', '/payments/send/puente'])
})

test('RT-49 below tier 1 the in-app send leads home, and from tier 1 on it is there', async () => {
  signedInAs({ KYC: { ...aMe().KYC, tier: 0 } })
  const app = await openApp(paths.sendInApp.path)
  await waitFor(() => expect(app.path()).toBe('/home'))
  signedInAs()
  const again = await openApp(paths.sendInApp.path)
  expect(await screen.findByRole('button', { name: /Ana Ruiz/ })).toBeVisible()
  expect(again.path()).toBe(paths.sendInApp.path)
})

test.each([paths.sendInAppAmount.path, paths.sendInAppDetail.path, paths.sendInAppSuccess.path])(
  'RT-51 RT-53 %s without a recipient goes back to the start',
  async (path) => {
    signedInAs()
    const app = await openApp(path)
    await waitFor(() => expect(app.path()).toBe(paths.sendInApp.path))
  },
)

test.each(['fullName', 'email', 'toUser'])('RT-51 a recipient without %s is none', async (field) => {
  const { router, path } = await openAmount()
  const { state } = router.history.location
  const without = JSON.parse(JSON.stringify(state).replace(new RegExp(`("${field}":)"[^"]*"`), '$1""')) as typeof state
  expect(without).not.toEqual(state)
  router.history.push(paths.sendInAppAmount.path, without)
  await waitFor(() => expect(path()).toBe(paths.sendInApp.path))
})

test('RT-52 the review without an amount goes back to the amount', async () => {
  const app = await openAmount()
  app.router.history.push(paths.sendInAppDetail.path, app.router.history.location.state)
  await waitFor(() => expect(app.path()).toBe(paths.sendInAppAmount.path))
})

test('RT-53 success without a transaction goes back to the review', async () => {
  const app = await openDetail()
  app.router.history.push(paths.sendInAppSuccess.path, app.router.history.location.state)
  await waitFor(() => expect(app.path()).toBe(paths.sendInAppDetail.path))
})

test.each(['', '0'])('V-32 the amount "%s" counts as missing', async (text) => {
  const app = await openAmount()
  if (text !== '') await app.user.type(await amountField(), text)
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Please, fill out all required fields')).toBeVisible()
  expect(screen.getByText('Enter how much to send')).toBeVisible()
  expect(app.path()).toBe(paths.sendInAppAmount.path)
})

test('beside the amount stands what the payment has come to, fee and total with it', async () => {
  server.use(answers('feeAmount', ({ body }) => ({ ...quoting({ fee: 50 })({ body } as Seen), totalCharge: 2550 })))
  const app = await openAmount()
  const summary = within(screen.getByRole('region', { name: 'Your payment' }))
  expect(summary.getAllByRole('definition').map((one) => one.textContent)).toContain('Ana Ruiz')
  await app.user.type(await amountField(), '25')
  expect(await summary.findByText('$25.50')).toBeInTheDocument()
  expect(summary.getByText('$0.50')).toBeInTheDocument()
})

test('V-23 an amount above the balance is refused before it is submitted', async () => {
  const app = await openAmount(1000)
  await app.user.type(await amountField(), '10.01')
  expect(screen.getByText("You don't have enough money to proceed")).toBeVisible()
  const action = screen.getByRole('button', { name: 'Continue' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription("You don't have enough money to proceed")
  await app.user.click(action)
  expect(app.path()).toBe(paths.sendInAppAmount.path)
  expect(screen.getByRole('link', { name: 'Add money' })).toHaveAttribute('href', paths.deposit.path)
  await app.user.type(await amountField(), '{Backspace}')
  expect(action).not.toHaveAttribute('aria-disabled')
})

test('above both a limit and the balance only the limit is said, with its way out', async () => {
  const limit = aQuotedLimit({ window: 'transaction', limitCents: 1000, leftCents: 1000 })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })), answers('limits', limitsOf(limit)))
  const app = await openAmount(2000)
  await app.user.type(await amountField(), '26')
  expect(await screen.findByText('You can move up to $10.00 at a time.')).toBeVisible()
  expect(screen.queryByText("You don't have enough money to proceed")).toBeNull()
  expect(screen.queryByRole('link', { name: 'Add money' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Verify your address to raise your limits' })).toBeVisible()
})

test('an amount that a new phone cannot confirm is refused at the amount, with the reason and its end, and no way that leads nowhere', async () => {
  const limit = aQuotedLimit({ ...unprovedLimit(49_99), freesAt: '2026-12-01T20:00:00.000Z' })
  server.use(
    answers('feeAmount', ({ body }) => {
      const { amount } = body as { amount: number }
      return quoting({ LimitExceeded: amount > limit.leftCents, limit })({ body })
    }),
    answers('limits', limitsOf(unprovedLimit())),
  )
  const app = await openAmount(900_00)
  await app.user.type(await amountField(), '5')
  expect(await screen.findByText('You can send up to $49.99')).toBeVisible()
  await app.user.type(await amountField(), '0')
  expect(screen.queryByText('You can send up to $199.99')).toBeNull()
  const why =
    /^Until Dec 1, 2026.* your new phone number can't confirm it's you, so you can send or pay up to \$49\.99 from your balance for now\.$/
  expect(await screen.findByText(why)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('link', { name: /raise your limits/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Schedule/ })).toBeNull()
})

test('a text that is no amount disables the action, with the reason visible', async () => {
  const app = await openAmount()
  await app.user.type(await amountField(), '5-')
  const action = screen.getByRole('button', { name: 'Continue' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription(/That doesn't look like an amount/)
  await app.user.type(await amountField(), '{Backspace}')
  expect(action).not.toHaveAttribute('aria-disabled')
})

test('a note that is still being typed outlasts a reload', async () => {
  const app = await openDetail()
  await app.user.type(await screen.findByLabelText(/^Note/), 'Rent')
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('send', app.router.history.location.state)).toMatchObject({ note: 'Rent' })
})

test('the review says the amount once large and once as the total', async () => {
  await openDetail()
  const main = screen.getByRole('main')
  await within(main).findByRole('button', { name: 'Send $25.00' })
  expect(within(main).getAllByText('$25.00', { selector: '.sr-only' })).toHaveLength(2)
  expect(within(main).getByText('Total')).toBeInTheDocument()
  expect(within(main).queryByText('Amount', { selector: 'dt' })).toBeNull()
})

test('a limit that would stop it is taught: which, what is left, and when there is more', async () => {
  const limit = aQuotedLimit({
    usedCents: 245_000,
    leftCents: 5000,
    freesAt: '2026-03-31T20:05:00.000Z',
    freesCents: 120_000,
  })
  server.use(answers('feeAmount', quoting({ LimitExceeded: true, limit })), answers('limits', limitsOf(limit)))
  const app = await openAmount()
  expect(await screen.findByText('You can send up to $50.00')).toBeVisible()
  await app.user.type(await amountField(), '60')
  const text = await screen.findByText(/Daily limit for sending on Puente: \$50\.00 left, \$1,200\.00 more on/)
  expect(text).toHaveTextContent(/on Tue, Mar 31, \d+:05/)
  expect(screen.queryByText('You can send up to $50.00')).toBeNull()
  const action = screen.getByRole('button', { name: 'Continue' })
  expect(action).toHaveAttribute('aria-disabled', 'true')
  expect(action).toHaveAccessibleDescription(/\$50\.00 left, \$1,200\.00 more/)
})

test('RT-50 amount, review, success: the money is sent once and the draft is gone afterwards', async () => {
  const app = await openDetail()
  const sent = recording(() => HttpResponse.json({ data: receipt }))
  await app.user.type(screen.getByRole('textbox'), 'Lunch')
  await app.user.dblClick(await sendButton())

  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(app.path()).toBe(paths.sendInAppSuccess.path)
  expect(screen.getByText('PU-ABCD2345')).toBeVisible()
  expect(screen.getByText('$75.00')).toBeInTheDocument()
  expect(sent).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: {
        toUser: 'ana.ruiz-9k2m',
        amount: 2500,
        currency: 'USD',
        note: 'Lunch',
        purpose: 'personal',
        expectedTotalCharge: 2500,
      },
    },
  ])

  app.router.history.back()
  await waitFor(() => expect(app.path()).toBe(paths.sendInApp.path))
  expect(sent).toHaveLength(1)
})

test('RT-50 going back keeps what was entered', async () => {
  const app = await openDetail()
  await app.user.type(screen.getByRole('textbox'), 'Lunch')
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('Lunch'))
  app.router.history.back()
  expect(await amountField()).toHaveValue('25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByDisplayValue('Lunch')).toBeVisible()
})

test('note and purpose stay with the payment when its amount is changed after the review', async () => {
  const app = await openDetail()
  await app.user.click(screen.getByRole('radio', { name: /Goods or services/ }))
  await app.user.type(screen.getByRole('textbox'), 'A chair')
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('A chair'))
  app.router.history.back()
  await app.user.type(await amountField(), '{Backspace}')
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('"amount":200'))
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByDisplayValue('A chair')).toBeVisible()
  expect(screen.getByRole('radio', { name: /Goods or services/ })).toBeChecked()
})

test('a note written for one person is not sent to another', async () => {
  const other = {
    ...aContact(),
    id: 'usr_0190b0b0b0b07b0b8b0b0b0b0b0b0b0c',
    publicTransactionId: 'ben.cho-2k9m',
    fullName: 'Ben Cho',
  }
  server.use(answers('frequents', { items: [aContact(), other] as never }))
  const app = await openDetail()
  await app.user.type(screen.getByRole('textbox'), 'For Ana')
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('For Ana'))
  app.router.history.push(paths.sendInApp.path)
  await app.user.click(await screen.findByRole('button', { name: /Ben Cho/ }))
  expect(await amountField()).toHaveValue('25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(app.path()).toBe(paths.sendInAppDetail.path))
  expect(await screen.findByText('Ben Cho')).toBeVisible()
  expect(screen.queryByDisplayValue('For Ana')).toBeNull()
})

test('goods need a note', async () => {
  const app = await openDetail()
  const sent = recording(() => HttpResponse.json({ data: receipt }))
  await app.user.click(screen.getByRole('radio', { name: /Goods or services/ }))
  await app.user.click(await sendButton())
  expect(await screen.findByText("Say what you're paying for")).toBeVisible()
  expect(sent).toEqual([])
  await app.user.type(screen.getByRole('textbox'), 'A chair')
  await app.user.click(await sendButton())
  await screen.findByText('You sent $25.00 to Ana Ruiz')
  expect(sent).toMatchObject([{ body: { purpose: 'goods', note: 'A chair' } }])
})

test('V-23 a refusal is explained, what was entered stays, and the next attempt is another payment', async () => {
  const app = await openDetail()
  let refused = true
  const sent = recording(() => {
    if (!refused) return HttpResponse.json({ data: receipt })
    refused = false
    return HttpResponse.json({ code: 'senderUnsufficientFunds' }, { status: 422 })
  })
  await app.user.type(screen.getByRole('textbox'), 'Lunch')
  await app.user.click(await sendButton())
  expect(await screen.findByText("You don't have enough money to proceed")).toBeVisible()
  // On the page, with where the money is, and not in a notice that leaves.
  expect(screen.getByText('Nothing was sent')).toBeVisible()
  expect(document.querySelector('[data-notice]')).toBeNull()
  expect(screen.getByDisplayValue('Lunch')).toBeVisible()
  await waitFor(async () => expect(await sendButton()).not.toHaveAttribute('aria-disabled'))
  await app.user.click(await sendButton())
  await screen.findByText('You sent $25.00 to Ana Ruiz')
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('an answer that does not come is checked under the same key, and never called a failure', async () => {
  const app = await openDetail()
  let isDown = true
  const sent = recording(() => (isDown ? HttpResponse.error() : HttpResponse.json({ data: receipt })))
  const time = fakeClock()
  await app.user.click(await sendButton())
  expect(await screen.findByText("We're checking whether this went through. Nothing will be sent twice.")).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  isDown = false
  await time.advance(2000)
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('a review that was reloaded before its outcome was known asks for it on its own', async () => {
  const app = await openAmount()
  const sent = recording(() => HttpResponse.json({ data: receipt }))
  startSend(app.router, { recipient, amount: 2500 })
  await amountField()
  const { drafts } = app.router.history.location.state
  const open = { ...drafts?.['send'], values: { recipient, amount: 2500, key: 'key-1', confirmedTotal: 2500 } }
  app.router.history.push(paths.sendInAppDetail.path, { drafts: { send: open as never } })
  expect(await screen.findByText('You sent $25.00 to Ana Ruiz')).toBeVisible()
  expect(sent.map(({ key }) => key)).toEqual(['key-1'])
})

test('RT-53 success loaded again sends nothing', async () => {
  const app = await openDetail()
  const sent = recording(() => HttpResponse.json({ data: receipt }))
  await app.user.click(await sendButton())
  await screen.findByText('PU-ABCD2345')
  await reloadApp(paths.sendInAppSuccess.path, app.router.history.location.state)
  expect(await screen.findByText('PU-ABCD2345')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the review says that a payment may be held to someone new, and that a known person is not verified', async () => {
  const app = await openDetail()
  expect(screen.getByText('Usually in seconds')).toBeVisible()
  expect(screen.queryByText(/may be held/)).toBeNull()
  server.use(answers('frequents', { items: [] }))
  await queryClient.invalidateQueries({ queryKey: queryKeys.frequents })
  expect(await screen.findByText('It may be held if Ana Ruiz still has to verify their identity.')).toBeVisible()
  server.use(answers('frequents', { items: [aContact({ missingKYC: true })] }))
  await queryClient.invalidateQueries({ queryKey: queryKeys.frequents })
  expect(await screen.findByText(/^Ana Ruiz hasn't verified their identity yet/)).toBeVisible()
  expect(app.path()).toBe(paths.sendInAppDetail.path)
})

test('money that has to wait for its receiver is not called sent', async () => {
  server.use(answers('sendInApp', { ...receipt, state: 'ON HOLD' }))
  const app = await openDetail()
  await app.user.click(await sendButton())
  expect(await screen.findByRole('heading', { level: 1, name: 'Payment on hold' })).toBeVisible()
  expect(screen.getByText(/Ana Ruiz needs to verify their identity to get your \$25\.00/)).toBeVisible()
  expect(document.querySelector('main svg .fill-positive')).toBeNull()
})

test('a draft with the mark of another session counts for nothing', async () => {
  const app = await openAmount()
  const { state } = app.router.history.location
  sessionStorage.clear()
  app.router.history.push(paths.sendInAppAmount.path, state)
  await waitFor(() => expect(app.path()).toBe(paths.sendInApp.path))
})

test('without a quote nothing can be sent, and it can be asked for again', async () => {
  server.use(refuses('feeAmount', 'invalidRequest'))
  const app = await openAmount()
  await app.user.type(await amountField(), '25')
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText("We couldn't work out the fee")).toBeVisible()
  expect(await sendButton()).toHaveAttribute('aria-disabled', 'true')
  server.use(answers('feeAmount', quoting()))
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await sendButton()).not.toHaveAttribute('aria-disabled'))
})

test('the review says that a first payment arrives later, to those who chose time to undo it', async () => {
  await openDetail()
  const words = "If it's your first payment to this person, it arrives 10 minutes later. Until then you can undo it."
  expect(screen.queryByText(words)).toBeNull()
  const me = aMe()
  act(() => {
    queryClient.setQueryData(queryKeys.me, { ...me, preferences: { ...me.preferences, undoMinutes: 10 } })
  })
  expect(await screen.findByText(words)).toBeVisible()
})
