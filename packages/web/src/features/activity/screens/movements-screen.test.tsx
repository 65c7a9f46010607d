import { STORED_LANGUAGES, type Transaction } from '@puente/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aDepositRow, aList, aReceivedRow, aRow } from '#test/movements.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server, type Seen } from '#test/server.ts'
import { aLiveStream } from '#test/live.ts'

type Body = { type?: string[]; search?: string; fromDate?: string; toDate?: string; last?: string | null }
const bodyOf = (seen: Seen) => seen.body as Body
/** Answers as the server does: with the rows that fit. */
const aFilteredList = (rows: readonly Transaction[], asked: Body[] = []) =>
  answers('listTransactions', (seen) => {
    const { type, search = '', fromDate = '', toDate = '9' } = bodyOf(seen)
    asked.push(bodyOf(seen))
    const dayOf = ({ date }: Transaction) => date.slice(0, 10)
    return aList(
      ...rows.filter(
        (row) =>
          (type?.includes(row.type) ?? true) &&
          row.fullName?.includes(search) &&
          dayOf(row) >= fromDate &&
          dayOf(row) <= toDate,
      ),
    )
  })
const names = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

test.each([
  ['en', ['Pending', 'On hold', 'Canceled', 'Completed']],
  ['es', ['Pendiente', 'Retenido', 'Cancelado', 'Completado']],
  ['ko', ['처리 중', '보류 중', '취소됨', '완료']],
] as const)('ST-18 each state has its own label in %s', async (language, labels) => {
  signedInAs({ lang: ({ en: 'en-US', es: 'es-US', ko: 'ko-KR' } as const)[language] })
  const rows = (['PENDING', 'ON HOLD', 'CANCELLED', 'COMPLETED'] as const).map((state, at) => aRow(at + 1, { state }))
  server.use(answers('listTransactions', aList(...rows)), answers('getTransaction', aRow(4)))
  const app = await openApp('/movements', language)
  const links = await screen.findAllByRole('link', { name: /Ana Ruiz/ })
  for (const [at, link] of links.slice(0, 3).entries()) expect(link).toHaveTextContent(labels[at] ?? '')
  // What went well needs no label in a list.
  await app.user.click(links[3]!)
  expect(await screen.findByText(labels[3])).toBeVisible()
})

test('a declined card payment says so in its row, also when the decline comes while the list stands', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList(aDepositRow(1, { state: 'PENDING', balance: null }))))
  const stream = aLiveStream()
  await openApp('/movements')
  expect(await screen.findByText('Pending')).toBeVisible()
  const row = aDepositRow(1, { state: 'PENDING', balance: null, version: 2, declined: true })
  server.use(answers('getTransactions', { items: [row] }))
  stream.send('transaction', { id: row.id, version: 2 })
  expect(await screen.findByText('Card declined')).toBeVisible()
  expect(screen.queryByText('Pending')).toBeNull()
})

test.each([
  ['en', /^Refunded.*Money you added by card/, /^Ana Ruiz.*Charged back.*Their PayPal payment/],
  ['es', /^Reembolsado.*Dinero que agregaste con tarjeta/, /^Ana Ruiz.*Contracargo.*Su pago con PayPal/],
  ['ko', /^환불.*카드로 충전한 돈/, /^Ana Ruiz.*결제 취소\(차지백\).*받은 PayPal 결제/],
] as const)(
  'money that goes back names the payment that it belongs to, and how it was paid (%s)',
  async (lang, own, theirs) => {
    signedInAs({ lang: STORED_LANGUAGES[lang] })
    const outside = { to: null, toName: null, fullName: null, email: null }
    const rows = [
      aRow(1, { ...outside, type: 'refund', method: 'card', returnStep: 'refunded' }),
      aRow(2, { type: 'reversal', method: 'paypal', returnStep: 'chargedBack' }),
    ]
    server.use(answers('listTransactions', aList(...rows)))
    await openApp('/movements', lang)
    expect(await screen.findByRole('link', { name: own })).toBeVisible()
    expect(screen.getByRole('link', { name: theirs })).toBeVisible()
  },
)

test('money that did not come from the balance says the way it came', async () => {
  signedInAs()
  const rows = [
    aDepositRow(1),
    aDepositRow(2, { method: 'paypal' }),
    aDepositRow(3, { method: 'zelle' }),
    aRow(4, { method: 'paypal' }),
    aRow(5, { method: 'card', state: 'PENDING', balance: null }),
    aRow(6),
    aRow(7, { method: 'paypal', state: 'CANCELLED', cancelReason: 'declined' }),
  ]
  server.use(answers('listTransactions', aList(...rows)))
  await openApp('/movements')
  const links = await screen.findAllByRole('link', { name: /\$/ })
  const said = ['Card · ', 'PayPal · ', 'Zelle · ', 'You sent · with PayPal · ', 'Sending · by card · ', 'You sent · ']
  for (const [at, words] of said.entries()) expect(links[at]).toHaveTextContent(words)
  expect(links[0]).toHaveTextContent('Money added')
  expect(links[5]).not.toHaveTextContent(/with|by/)
  expect(links[6]).toHaveTextContent('PayPal payment')
  expect(links[6]).not.toHaveTextContent('with PayPal')
})

test('rows are parted by day, with the nearest days by name', async () => {
  signedInAs()
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  server.use(
    answers('listTransactions', aList(aRow(1, { date: at(0) }), aRow(2, { date: at(1) }), aRow(3, { date: at(9) }))),
  )
  await openApp('/movements')
  expect(await screen.findByRole('list', { name: 'Today' })).toBeVisible()
  expect(screen.getByRole('list', { name: 'Yesterday' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3)
})

test('RT-20 type, dates and search change the rows, and each is asked of the server', async () => {
  signedInAs()
  const asked: Body[] = []
  const received = (number: number, fullName: string, day: string) =>
    aReceivedRow(number, { fullName, date: `${day}T15:00:00.000Z` })
  const march = [received(2, 'Ben Lee', '2026-03-20'), received(3, 'Cleo Park', '2026-03-10')]
  server.use(aFilteredList([aRow(1), ...march, received(4, 'Dan Wu', '2026-02-10')], asked))
  const app = await openApp('/movements')
  const expectNames = (...wanted: string[]) =>
    waitFor(() => expect(names().map((row) => wanted.find((name) => row?.includes(name)))).toEqual(wanted))
  await expectNames('Ana Ruiz', 'Ben Lee', 'Cleo Park', 'Dan Wu')
  await app.user.click(screen.getByRole('button', { name: 'Received' }))
  await expectNames('Ben Lee', 'Cleo Park', 'Dan Wu')
  await app.user.click(screen.getByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('From'), '2026-03-01')
  await app.user.type(screen.getByLabelText('To'), '2026-03-31')
  await expectNames('Ben Lee', 'Cleo Park')
  await app.user.type(screen.getByRole('textbox', { name: 'Search' }), 'Cleo')
  await expectNames('Cleo Park')
  expect(asked.at(-1)).toMatchObject({
    type: ['received'],
    search: 'Cleo',
    fromDate: '2026-03-01',
    toDate: '2026-03-31',
  })
})

test('a range that ends before it begins is explained and not asked for', async () => {
  signedInAs()
  const asked: Body[] = []
  server.use(
    handles('listTransactions', (seen) => {
      asked.push(bodyOf(seen))
      return Response.json({ data: aList(aRow(1)) })
    }),
  )
  const app = await openApp('/movements')
  await app.user.click(screen.getByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('From'), '2026-03-31')
  await app.user.type(screen.getByLabelText('To'), '2026-03-01')
  expect(screen.getByText("The end date can't be before the start date")).toBeVisible()
  expect(asked.filter(({ fromDate, toDate }) => fromDate && toDate)).toEqual([])
})

test('RT-20 a late answer of an older filter never replaces a newer one', async () => {
  signedInAs()
  let letSentCome: (() => void) | undefined
  server.use(
    handles('listTransactions', async (seen) => {
      const [type] = bodyOf(seen).type ?? []
      if (type === 'sent') await new Promise<void>((resolve) => (letSentCome = resolve))
      const fullName = type === undefined ? 'Everybody' : type === 'sent' ? 'Late Lena' : 'Ben Lee'
      return Response.json({ data: aList(aRow(1, { fullName })) })
    }),
  )
  const app = await openApp('/movements')
  await screen.findByText('Everybody')
  await app.user.click(screen.getByRole('button', { name: 'Sent' }))
  await waitFor(() => expect(letSentCome).toBeDefined())
  await app.user.click(screen.getByRole('button', { name: 'Received' }))
  expect(await screen.findByText('Ben Lee')).toBeVisible()
  letSentCome?.()
  await new Promise((resolve) => setImmediate(resolve))
  expect(screen.getByText('Ben Lee')).toBeVisible()
  expect(screen.queryByText('Late Lena')).toBeNull()
})

test('MSG-14 a search for nothing that exists says so and offers the way back', async () => {
  signedInAs()
  server.use(
    handles('listTransactions', (seen) => Response.json({ data: bodyOf(seen).search ? aList() : aList(aRow(1)) })),
  )
  const app = await openApp('/movements')
  await app.user.type(screen.getByRole('textbox', { name: 'Search' }), 'zzz')
  expect(await screen.findByText('No results found')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Ana Ruiz')).toBeVisible()
})

test('clearing takes every filter away, the fields for days too', async () => {
  signedInAs()
  const asked: Body[] = []
  server.use(
    handles('listTransactions', (seen) => {
      asked.push(bodyOf(seen))
      return Response.json({ data: aList(aRow(1)) })
    }),
  )
  const app = await openApp('/movements')
  await screen.findByText('Ana Ruiz')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Sent' }))
  await app.user.click(screen.getByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('From'), '2026-03-01')
  await app.user.type(screen.getByRole('textbox', { name: 'Search' }), 'lunch')
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Dates' })).toHaveAttribute('aria-pressed', 'false')
  expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
})

test.each([
  ['es', 'es-US', 'No encontramos resultados'],
  ['ko', 'ko-KR', '검색 결과가 없어요'],
] as const)('MSG-14 a search without a result says so in %s', async (language, lang, text) => {
  signedInAs({ lang })
  const app = await openApp('/movements', language)
  await app.user.type(screen.getByRole('textbox'), 'zzz')
  expect(await screen.findByText(text)).toBeVisible()
})

test('ST-16 ST-17 pages follow by the cursor, none twice, until the end is marked and nothing more is asked', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(
    handles('listTransactions', (seen) => {
      const { last } = bodyOf(seen)
      asked.push(last ?? null)
      const data = last
        ? { items: [aRow(2), aRow(3, { fullName: 'Third Person' })], last: null, end: true }
        : { items: [aRow(1), aRow(2)], last: 'next', end: false }
      return Response.json({ data })
    }),
  )
  const app = await openApp('/movements')
  await app.user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Third Person')).toBeVisible()
  expect(names()).toHaveLength(3)
  expect(screen.getByText("That's everything")).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(asked).toEqual([null, 'next'])
})

test('a search that stopped on its way says how far it came, and goes on only when it is asked to', async () => {
  signedInAs()
  const asked: unknown[] = []
  server.use(
    handles('listTransactions', (seen) => {
      const { search, last } = bodyOf(seen)
      if (search === undefined) return Response.json({ data: aList(aRow(1)) })
      asked.push(last ?? null)
      const data = last
        ? aList(aRow(9))
        : { items: [], last: 'older', end: false, searchedTo: '2026-01-15T12:00:00.000Z' }
      return Response.json({ data })
    }),
  )
  const app = await openApp('/movements')
  await app.user.type(screen.getByRole('textbox'), 'rent')
  expect(await screen.findByText(/^Searched back to .*January 15/)).toBeVisible()
  expect(screen.queryByText('No results found')).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Search further back' }))
  expect(await screen.findByText('Ana Ruiz')).toBeVisible()
  expect(screen.getByText("That's everything")).toBeVisible()
  expect(asked).toEqual([null, 'older'])
})

test('a new movement goes on top where the filter fits', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList(aRow(1))))
  const stream = aLiveStream()
  await openApp('/movements')
  await screen.findByText('Ana Ruiz')
  const row = aReceivedRow(7, { fullName: 'Ben Lee', date: new Date().toISOString() })
  server.use(answers('getTransactions', { items: [row] }))
  stream.send('transaction', { id: row.id, version: 1 })
  await waitFor(() => expect(names()[0]).toContain('Ben Lee'))
})

test('RD-02 with a filter a new movement that fits goes on top, and one that does not stays away', async () => {
  signedInAs()
  server.use(answers('listTransactions', aList(aRow(1))))
  const stream = aLiveStream()
  const app = await openApp('/movements')
  await screen.findByText('Ana Ruiz')
  await app.user.click(screen.getByRole('button', { name: 'Sent' }))
  await screen.findByText('Ana Ruiz')
  const received = aReceivedRow(8, { fullName: 'Cleo Park', date: new Date().toISOString() })
  const sent = aRow(9, { fullName: 'Dan Wu', date: new Date().toISOString() })
  server.use(answers('getTransactions', { items: [received, sent] }))
  stream.send('transaction', { id: received.id, version: 1 })
  stream.send('transaction', { id: sent.id, version: 1 })
  await waitFor(() => expect(names()[0]).toContain('Dan Wu'))
  expect(screen.queryByText('Cleo Park')).toBeNull()
})

test('RD-02 in a list of a name or of days the server says which new movement fits: it shows, and the other stays away', async () => {
  signedInAs()
  const on = (number: number, fullName: string, day: string) => aRow(number, { fullName, date: `${day}T15:00:00.000Z` })
  const rows = [on(1, 'Dan Wu', '2026-03-10')]
  const asked: Body[] = []
  server.use(
    aFilteredList(rows, asked),
    answers('getTransactions', () => ({ items: rows })),
  )
  const stream = aLiveStream()
  const happen = (...more: Transaction[]) => {
    rows.unshift(...more)
    for (const { id } of more) stream.send('transaction', { id, version: 1 })
  }
  const app = await openApp('/movements')
  await screen.findByText('Dan Wu')
  await app.user.type(screen.getByRole('textbox', { name: 'Search' }), 'Dan')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'Dan' }))
  happen(on(3, 'Dana Ro', '2026-03-12'), on(2, 'Eve Kim', '2026-03-11'))
  expect(await screen.findByText('Dana Ro')).toBeVisible()
  expect(screen.queryByText('Eve Kim')).toBeNull()

  await app.user.clear(screen.getByRole('textbox', { name: 'Search' }))
  await app.user.click(screen.getByRole('button', { name: 'Dates' }))
  await app.user.type(screen.getByLabelText('To'), '2026-03-31')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ toDate: '2026-03-31' }))
  happen(on(5, 'Flo Diaz', '2026-04-01'), on(4, 'Gus Hall', '2026-03-13'))
  expect(await screen.findByText('Gus Hall')).toBeVisible()
  expect(screen.queryByText('Flo Diaz')).toBeNull()
})

test('the balance after each movement is shown on demand', async () => {
  signedInAs()
  server.use(
    answers('listTransactions', aList(aRow(1, { balance: 12_345 }), aRow(2, { balance: null, state: 'PENDING' }))),
  )
  const app = await openApp('/movements')
  await screen.findAllByText('Ana Ruiz')
  expect(screen.queryByText('Balance $123.45')).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Running balance' }))
  expect(screen.getAllByText(/^Balance \$/)).toHaveLength(1)
})

test('an empty list explains itself and offers the first step', async () => {
  signedInAs()
  await openApp('/movements')
  expect(await screen.findByRole('heading', { name: 'No activity yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add money' })).toHaveAttribute('href', '/deposit-now')
})

test('a list that is refused is asked for again', async () => {
  signedInAs()
  server.use(refuses('listTransactions', 'invalidRequest'))
  const app = await openApp('/movements')
  await screen.findByText("This didn't load")
  server.use(answers('listTransactions', aList(aRow(1))))
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  const list = await screen.findByRole('list', { name: 'Today' })
  expect(within(list).getByText('Ana Ruiz')).toBeVisible()
})

test.each([
  ['a wide screen keeps the place of the list', true, 0],
  ['a phone begins the detail at its top', false, 1],
] as const)('when a detail is opened %s', async (_what, wide, scrolls) => {
  signedInAs()
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: () => undefined }))
  server.use(answers('listTransactions', aList(aRow(1), aRow(2))), answers('getTransaction', aRow(1)))
  const app = await openApp('/movements')
  const [row] = await screen.findAllByRole('link', { name: /Ana Ruiz/ })
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  await app.user.click(row!)
  await screen.findByText(aRow(1).reference)
  expect(scrollTo.mock.calls.length > 0 ? 1 : 0).toBe(scrolls)
  const [chosen, other] = screen.getAllByRole('link', { name: /Ana Ruiz/ })
  expect(chosen).toHaveAttribute('aria-current', 'page')
  expect(other).not.toHaveAttribute('aria-current')
  scrollTo.mockRestore()
  vi.unstubAllGlobals()
})
