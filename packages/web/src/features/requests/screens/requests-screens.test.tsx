import type { MoneyRequest, RequestPayment } from '@puente/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aContact } from '#test/contacts.ts'
import { aLiveStream } from '#test/live.ts'
import { provider } from '#shared/payment/provider-page.ts'
import { aList, aRow, sendSessionIdOf, transactionIdOf } from '#test/movements.ts'
import { openApp, reloadApp, signedInAs } from '#test/render.tsx'
import { aLinkRequest, aReceivedRequest, aSentRequest, CODE, requestIdOf, requestsOf } from '#test/requests.ts'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'

/** The requests the server has; what is read is what stands here at that moment. */
let rows: MoneyRequest[] = []

beforeEach(() => {
  rows = []
  signedInAs()
  server.use(
    answers('listRequests', ({ url }) => {
      const mode = url.searchParams.get('mode')
      const state = url.searchParams.get('state')
      return requestsOf(
        ...rows.filter((row) => (mode === 'all' || row.was === mode) && (state === null || row.state === state)),
      )
    }),
    answers('getRequest', ({ url }) => {
      const row = rows.find(({ id }) => id === url.searchParams.get('requestId'))
      if (!row) throw new Error('asked for a request that is not there')
      return row
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const openDetail = (id: string) => reloadApp(paths.requestsDetail.path, { request: id })

test('an empty list says what requests are for and leads to the first one', async () => {
  const { user, path } = await openApp(paths.requests.path)
  expect(await screen.findByText('No requests yet')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Request money' }))
  await waitFor(() => expect(path()).toBe(paths.requestNew.path))
})

test('the list tells who asks whom and where it stands, and is narrowed by side and state', async () => {
  rows = [
    aReceivedRequest(1),
    aSentRequest(2, { state: 'paid', acts: [] }),
    aLinkRequest(3, { uses: 'multi', paidCount: 2, paidTotal: 6000 }),
    aReceivedRequest(4, { blocked: true, fullName: null, email: null, acts: [], state: 'declined' }),
  ]
  const { user } = await openApp(paths.requests.path)
  const list = await screen.findByRole('list', { name: 'Requests' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(4)
  expect(within(list).getByText('To pay')).toBeVisible()
  expect(within(list).getByText('Anyone with the link')).toBeVisible()
  expect(within(list).getByText('Paid 2 times')).toBeVisible()
  expect(within(list).getByText('Blocked User')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Received' }))
  await waitFor(() => expect(screen.queryByText('Anyone with the link')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Expired' }))
  expect(await screen.findByText('No request fits these filters.')).toBeVisible()
})

test('a change of the other side shows in place, in the list and beside it, without a tap', async () => {
  const live = aLiveStream()
  rows = [aSentRequest(1), aReceivedRequest(2)]
  await openDetail(requestIdOf(1))
  const list = await screen.findByRole('list', { name: 'Requests' })
  const [mine] = within(list).getAllByRole('listitem')
  expect(within(mine as HTMLElement).getByText('Open')).toBeVisible()
  rows = [aSentRequest(1, { state: 'paid', acts: [], version: 2, paidCount: 1, paidTotal: 3000 }), aReceivedRequest(2)]
  live.send('request', { id: requestIdOf(1), version: 2 })
  await waitFor(() => expect(within(mine as HTMLElement).getByText('Paid')).toBeVisible())
  expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull()
  expect(within(list).getAllByRole('listitem')[0]).toBe(mine)
})

test('whoever asked by a link for many sees who has paid, page by page, and the next one without a tap', async () => {
  const live = aLiveStream()
  const paidBy = (number: number, change: Partial<RequestPayment> = {}): RequestPayment => ({
    transactionId: transactionIdOf(number),
    amount: 3000,
    date: new Date(Date.now() - number * 60_000).toISOString(),
    fullName: `Payer ${number}`,
    email: `payer${number}`,
    image: null,
    business: false,
    blocked: false,
    contested: 0,
    reversed: 0,
    lost: 0,
    ...change,
  })
  let payments = [paidBy(2), paidBy(3, { fullName: null, email: null, blocked: true })]
  server.use(
    answers('listRequestPayments', ({ url }) =>
      url.searchParams.get('last') === null
        ? { items: payments, last: 'further', end: false }
        : { items: [paidBy(4)], last: null, end: true },
    ),
  )
  rows = [aLinkRequest(1, { uses: 'multi', paidCount: 3, paidTotal: 9000 })]
  const { user, path } = await openDetail(requestIdOf(1))
  const list = await screen.findByRole('list', { name: 'Who has paid' })
  expect(within(list).getByText('Blocked User')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await within(list).findByText('Payer 4')).toBeVisible()
  payments = [paidBy(1), ...payments]
  rows = [aLinkRequest(1, { uses: 'multi', paidCount: 4, paidTotal: 12_000, version: 2 })]
  live.send('request', { id: requestIdOf(1), version: 2 })
  const newest = await within(list).findByText('Payer 1')
  await user.click(newest)
  await waitFor(() => expect(path()).toBe(paths.movementsDetail.path))
})

test('a paid request whose payment is contested or was reversed says so to both sides, and of a link which payment it was', async () => {
  const paid: Partial<MoneyRequest> = { state: 'paid', acts: [], paidCount: 1, paidTotal: 3000 }
  rows = [aSentRequest(1, { ...paid, reversed: 3000, lost: 1000 })]
  await openDetail(requestIdOf(1))
  expect(await screen.findByText(/\$10\.00 came out of your balance/)).toBeVisible()
  expect(screen.getAllByText('Payment reversed')).toHaveLength(2)
  cleanup()
  rows = [aReceivedRequest(1, { ...paid, contested: 1000 })]
  await openDetail(requestIdOf(1))
  expect(await screen.findByText('$10.00 of the payment is under review')).toBeVisible()
  expect(screen.getAllByText('$10.00 under review')).toHaveLength(2)
  cleanup()
  rows = [aLinkRequest(1, { uses: 'multi', paidCount: 2, paidTotal: 6000, reversed: 3000, lost: 3000 })]
  const payment = {
    date: new Date().toISOString(),
    amount: 3000,
    email: null,
    image: null,
    business: false,
    blocked: false,
  }
  const items = [
    { ...payment, transactionId: transactionIdOf(1), fullName: 'Ben Lee', contested: 0, reversed: 3000, lost: 3000 },
    { ...payment, transactionId: transactionIdOf(2), fullName: 'Cleo Diaz', contested: 0, reversed: 0, lost: 0 },
  ]
  server.use(answers('listRequestPayments', { items, last: null, end: true }))
  await openDetail(requestIdOf(1))
  const payments = await screen.findByRole('list', { name: 'Who has paid' })
  const [ofBen, ofCleo] = within(payments).getAllByRole('listitem')
  expect(within(ofBen as HTMLElement).getByText('Payment reversed')).toBeVisible()
  expect(within(ofCleo as HTMLElement).queryByText('Payment reversed')).toBeNull()
  expect(screen.getByText('$30.00 of the payments was reversed')).toBeVisible()
  expect(screen.getAllByText('Paid 2 times · $30.00 reversed')).toHaveLength(2)
  for (const [term, amount] of [
    ['Came in', '$60.00'],
    ['Reversed', '$30.00'],
    ['Yours to keep', '$30.00'],
  ] as const)
    expect(screen.getByText(term).nextElementSibling).toHaveTextContent(amount)
})

test('the person asked can say no, once they have confirmed it', async () => {
  rows = [aReceivedRequest(1)]
  let declined = 0
  server.use(
    answers('declineRequest', () => {
      declined += 1
      rows = [aReceivedRequest(1, { state: 'declined', acts: [], version: 2, updatedAt: '2026-03-24T12:00:00.000Z' })]
      return { requestId: requestIdOf(1), state: 'declined' as const }
    }),
  )
  const { user } = await openDetail(requestIdOf(1))
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decline this request?' })
  // The focus stands on the way out: an Enter too many declines nothing.
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(declined).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await user.dblClick(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Request declined')).toBeVisible()
  expect(declined).toBe(1)
  expect(screen.getByText('Declined', { selector: 'dt' }).nextElementSibling).toHaveTextContent(/Mar 24/)
  expect(screen.queryByRole('link', { name: 'Pay $30.00' })).toBeNull()
})

test('whoever asked can remind once a day and cancel; a refusal shows how it stands by now', async () => {
  rows = [aSentRequest(1)]
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  server.use(
    answers('remindRequest', () => {
      rows = [aSentRequest(1, { acts: ['cancel'], reminders: { sent: 1, left: 2, nextAt: tomorrow }, version: 2 })]
      return { requestId: requestIdOf(1), state: 'open' as const, reminders: { sent: 1, left: 2, nextAt: tomorrow } }
    }),
    refuses('cancelRequest', 'notFound'),
  )
  const { user } = await openDetail(requestIdOf(1))
  expect(await screen.findByText('3 reminders left')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send a reminder' }))
  expect(await screen.findByText('We reminded Ana Ruiz')).toBeVisible()
  expect(await screen.findByText(/Next reminder possible from/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send a reminder' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Cancel request' }))
  rows = [aSentRequest(1, { state: 'paid', acts: [], version: 3 })]
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel request' }))
  expect(await screen.findByText(/can't find|couldn't find|not found/i)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull())
})

test('RT-46 a request needs a login, and makes a link with its QR code, or leads to selling from the catalog', async () => {
  const asked: Seen[] = []
  server.use(
    answers('createRequest', (seen) => {
      asked.push(seen)
      rows = [aLinkRequest(1, { note: 'Tickets', amount: 3000 })]
      const { link, qrText, expiresAt } = rows[0] as MoneyRequest
      return {
        requestId: requestIdOf(1),
        code: CODE,
        link: link ?? '',
        qrText: qrText ?? '',
        state: 'open' as const,
        expiresAt,
      }
    }),
  )
  const { user, path } = await openApp(paths.requests.path)
  expect(await screen.findByRole('link', { name: 'Sell from catalog' })).toHaveAttribute('href', paths.products.path)
  await user.click(screen.getByRole('link', { name: 'Request' }))

  // What is missing is asked for where it is missing.
  await user.click(await screen.findByRole('button', { name: 'Request money' }))
  const amount = screen.getByRole('textbox', { name: 'Amount to request' })
  expect(amount).toHaveFocus()
  expect(amount).toHaveAccessibleDescription(/Enter how much to request/)
  await user.type(amount, '30')
  await user.click(screen.getByRole('button', { name: 'Request $30.00' }))
  const note = screen.getByRole('textbox', { name: "What's it for?" })
  expect(note).toHaveFocus()
  expect(note).toHaveAccessibleDescription(/Say what it's for/)
  expect(asked).toHaveLength(0)
  await user.type(note, 'Tickets')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'In 3 days')
  await user.dblClick(screen.getByRole('button', { name: 'Request $30.00' }))

  await waitFor(() => expect(path()).toBe(paths.requestsDetail.path))
  expect(asked).toHaveLength(1)
  expect(asked[0]?.body).toMatchObject({ amount: 3000, currency: 'USD', note: 'Tickets', uses: 'single' })
  const { expiresAt } = (asked[0] as Seen).body as { expiresAt: string }
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(3)
  expect(await screen.findByRole('img', { name: 'QR code of your request for $30.00' })).toBeVisible()
  expect(screen.getByText(`http://localhost:3000/pay/${CODE}`)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000/pay/${CODE}`)
  // Without a share sheet there is none to open.
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()

  server.use(refuses('refreshSession', 'sessionClosed'))
  const stranger = await openApp(paths.requests.path)
  await waitFor(() => expect(stranger.path()).toBe('/?redirect=%2Fpayments%2Frequest'))
})

test('a request of one person is sent once per draft: after no answer the very same request goes again', async () => {
  const sent: unknown[] = []
  server.use(
    answers('frequents', { items: [aContact()] }),
    handles('createRequest', ({ body }) => {
      sent.push(body)
      expect(body).toMatchObject({ toUser: 'ana.ruiz-9k2m', amount: 500 })
      expect(body).not.toHaveProperty('uses')
      if (sent.length === 1) return HttpResponse.error()
      rows = [aSentRequest(1)]
      return HttpResponse.json({ data: { requestId: requestIdOf(1) } })
    }),
  )
  const { user, path } = await openApp(paths.requestNew.path)
  await user.type(await screen.findByRole('textbox', { name: 'Amount to request' }), '5')
  await user.type(screen.getByRole('textbox', { name: "What's it for?" }), 'Lunch')
  await user.click(screen.getByRole('radio', { name: 'One person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Choose a person' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Request $5.00' }))
  const choose = screen.getByRole('button', { name: 'Choose a person' })
  expect(choose).toHaveAccessibleDescription('Choose who to ask')
  await user.click(choose)
  await user.click(await screen.findByRole('button', { name: /Ana Ruiz/ }))
  expect(await screen.findByText('@ana.ruiz-9k2m')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Request $5.00' }))
  expect(await screen.findByText("We don't know if it was requested")).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Request $5.00' }))
  await waitFor(() => expect(path()).toBe(paths.requestsDetail.path))
  expect(sent[1]).toEqual(sent[0])
})

test('whoever still has to verify their contacts sees the steps instead of the form', async () => {
  signedInAs({ phoneVerified: false, phone: null })
  const { user, path } = await openApp(paths.requests.path)
  await user.click(await screen.findByRole('button', { name: 'Request' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(path()).toBe(paths.requests.path)
})

test('a request that has expired says so, however late the clock of the device is', async () => {
  rows = [
    aReceivedRequest(1, { state: 'expired', acts: [], expiresAt: new Date(Date.now() + 86_400_000).toISOString() }),
  ]
  await openDetail(requestIdOf(1))
  expect(await screen.findByText('Expired', { selector: 'dt' })).toBeVisible()
})

test('a request whose payment was only begun tells its payer that it is not finished, and leads to the page', async () => {
  const open = vi.spyOn(provider, 'open').mockReturnValue(undefined)
  const url = 'https://paypal.example/left'
  const begun = {
    requestId: requestIdOf(1),
    method: 'paypal',
    state: 'PENDING',
    sendSessionId: sendSessionIdOf(1),
  } as const
  rows = [aReceivedRequest(1, { processing: true })]
  server.use(
    answers('listTransactions', aList(aRow(1, { ...begun, cancellable: true }))),
    answers('paymentSession', {
      sendSessionId: sendSessionIdOf(1),
      transactionId: transactionIdOf(1),
      state: 'PENDING',
      next: 'pay',
      amount: 2000,
      fee: 0,
      totalCharge: 2000,
      url,
    }),
  )
  const { user } = await openDetail(requestIdOf(1))
  expect(await screen.findByText("You haven't finished paying")).toBeVisible()
  expect(screen.queryByText(/Your payment has started/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Finish paying' }))
  await waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith(url))
  open.mockRestore()
})
