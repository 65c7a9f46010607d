import { type StatementFormat, transactionId } from '@puente/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { bankIn } from '#test/bank.ts'
import { depositsIn } from '#test/deposits.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { withLongHistory } from '#test/long-history.ts'
import { payablesIn } from '#test/payables.ts'
import { beancountOf, centsOf, checkOfx, csvRows, elements, journalOf, textOf, xmlOf } from '#test/statements.ts'
import { callProved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const bank = bankIn(app)
const deposits = depositsIn(app)
const payables = payablesIn(app)
const today = () => app.clock.now().toISOString().slice(0, 10)
const todayHere = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(app.clock.now())
const dayFrom = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

type Asked = { fromDate?: string; toDate?: string; format?: StatementFormat }
const asked = (more: Asked = {}) => ({ fromDate: dayFrom(-30), toDate: dayFrom(1), ...more })

/** The file as the browser gets it, over the wire. */
const fetched = async (user: TestUser, more: Asked = {}, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/api/transactions/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await signedIn(app.services, user)), ...headers },
    body: JSON.stringify(asked(more)),
  })
  // Text would swallow the mark that says how the file is to be read.
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, text }
}
const textAs = async (user: TestUser, format: StatementFormat, more: Asked = {}) =>
  (await fetched(user, { format, ...more })).text
const rowsOf = async (user: TestUser, more: Asked = {}) => csvRows((await textAs(user, 'csv', more)).slice(1))
const walletOf = async (user: TestUser) =>
  (await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).balanceCents
const send = async (from: TestUser, to: TestUser, amount: number, note = '') =>
  (
    await app.call(
      'sendInApp',
      { toUser: to.userId, amount, currency: 'USD', note },
      { key: newId(), headers: await signedIn(app.services, from) },
    )
  ).data.transactionId

let [ana, ben, cleo]: TestUser[] = []
let waitingId = ''
/** A person with something of everything: a deposit and withdrawals with fees, one of them still held, one that came back, an invoice and a part of it given back. */
beforeAll(async () => {
  ana = await bank.aWithdrawer()
  ben = await aUser(app.services, { tier: 2, fullName: 'Ben; "Lee" | & <Sons>' })
  cleo = await aUser(app.services, { tier: 2, fullName: 'Cleo Kim' })
  await withBalance(app.services, ben, 500_00)
  const deposit = await deposits.start(ana)
  await deposits.press(deposit.data.transactionId, 'pay')
  expect(await deposits.settled(ana, deposit.data.transactionId)).toMatchObject({ state: 'COMPLETED' })
  await send(ana, ben, 25_00, '=HYPERLINK("http://evil.example")')
  await send(ben, ana, 10_01, '점심값 ☕; "tea" \\ | and\nmore')
  await send(ana, cleo, 5_00, 'rent')
  const recipient = await bank.aRecipient(ana)
  const withdrawn = async () => {
    const ref = bank.refOf((await bank.withdraw(ana!, recipient)).data.transactionId)
    await bank.sweep(ana!)
    await bank.act(ref, 'submit')
    return ref
  }
  waitingId = transactionId(await withdrawn())
  const [arrives, comesBack] = [await withdrawn(), await withdrawn()]
  await bank.act(arrives, 'settle')
  await bank.act(comesBack, 'settle')
  await bank.sweep(ana)
  await bank.act(comesBack, 'return', { code: 'R03' })
  await bank.sweep(ana)
  const invoice = await payables.anInvoice(ben, ana, 40_00)
  await payables.payInvoice(ana, invoice, 'wallet')
  await payables.refund(ben, invoice, 12_34)
  await app.call('block', { userId: cleo.userId }, { headers: await signedIn(app.services, ana) })
}, 60_000)
afterEach(() => {
  app.services.config.secondFactor = 'off'
})

test('API-23 [V5.4.1] [V5.4.2] a statement is a file to be saved under a name of ours: UTF-8 that spreadsheets know, one row for each transaction as the list has it', async () => {
  const { status, headers, text } = await fetched(ana!)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="puente-${dayFrom(-30)}-to-${todayHere()}.csv"`)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(text).toMatch(
    /^\uFEFF"date","id","reference","type","state","method","counterpart","note","amount","fee","balance","currency"\r\n/,
  )
  const rows = csvRows(text.slice(1))
  const { data } = await app.call('listTransactions', { limit: 100 }, { headers: await signedIn(app.services, ana!) })
  const signOf = (row: (typeof data.items)[number]) => (row.from === ana!.userId ? -1 : 1)
  expect(
    rows.map(({ id, amount, fee, balance, state, type, method, reference }) => ({
      id,
      amount: Number(centsOf(amount)),
      fee: Number(centsOf(fee)),
      balance: balance === '' ? null : Number(centsOf(balance)),
      state,
      type,
      method,
      reference,
    })),
  ).toEqual(
    data.items.toReversed().map(({ id, state, type, method, reference, balance, ...row }) => ({
      id,
      amount: signOf(row as never) * row.amount,
      fee: -row.fee || 0,
      balance,
      state,
      type,
      method,
      reference,
    })),
  )
  expect(rows.map(({ type, state }) => `${type} ${state}`)).toEqual(
    expect.arrayContaining([
      'deposit COMPLETED',
      'sent COMPLETED',
      'received COMPLETED',
      'withdraw COMPLETED',
      'withdraw PENDING',
      'reversal COMPLETED',
      'invoice COMPLETED',
      'refund COMPLETED',
    ]),
  )
  expect(rows.find(({ id }) => id === waitingId)).toMatchObject({ state: 'PENDING', amount: '-100.00', balance: '' })
  expect(rows.find(({ note }) => note?.includes('HYPERLINK'))?.note).toBe(`'=HYPERLINK("http://evil.example")`)
  expect(rows.filter(({ counterpart }) => counterpart === 'Blocked User')).toMatchObject([{ note: 'rent' }])
  expect(text).not.toContain('Cleo')
})

test('API-23 a person who is hidden is called so in the language of the reader, and the days are those of the zone that is named', async () => {
  const setLanguage = (lang: string) =>
    app.services.db.updateTable('users').set({ lang }).where('owner_id', '=', ana!.id).execute()
  await setLanguage('ko-KR')
  expect((await fetched(ana!)).text).toContain('차단된 사용자')
  await setLanguage('en-US')
  const [first] = await rowsOf(ana!)
  expect(first?.date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const seoul = csvRows((await fetched(ana!, {}, { 'time-zone': 'Asia/Seoul' })).text.slice(1))
  const apart = Date.parse(`${seoul[0]?.date}Z`) - Date.parse(`${first?.date}Z`)
  expect([13, 14]).toContain(apart / 3_600_000)
})

test('X-16 an OFX statement is OFX, runs from the opening to the closing balance, and a range that is imported again brings no transaction twice', async () => {
  const whole = xmlOf(await textAs(ana!, 'ofx'))
  checkOfx(whole)
  const opening = centsOf(textOf(elements(whole, 'BALLIST')[0]!, 'VALUE'))
  const closing = centsOf(textOf(elements(whole, 'LEDGERBAL')[0]!, 'BALAMT'))
  const lines = elements(whole, 'STMTTRN')
  expect(opening + lines.reduce((sum, line) => sum + centsOf(textOf(line, 'TRNAMT')), 0n)).toBe(closing)
  expect(closing).toBe(await walletOf(ana!))
  const idsOf = (from: typeof whole) => elements(from, 'STMTTRN').map((line) => textOf(line, 'FITID'))
  const posted = (await rowsOf(ana!)).filter(({ balance }) => balance !== '').map(({ id }) => id)
  // The balance that the test began with has no transaction, and is a line all the same.
  expect(new Set(idsOf(whole).slice(1))).toEqual(new Set(posted))
  const again = xmlOf(await textAs(ana!, 'ofx', { fromDate: dayFrom(-1) }))
  expect(new Set([...idsOf(whole), ...idsOf(again)]).size).toBe(lines.length)
  expect(textOf(elements(again, 'BANKACCTFROM')[0]!, 'ACCTID')).toBe(
    textOf(elements(whole, 'BANKACCTFROM')[0]!, 'ACCTID'),
  )
  const fee = lines.find((line) => textOf(line, 'MEMO')?.includes('included'))!
  expect(textOf(fee, 'TRNAMT')).not.toBe('-100.00')
})

test('of the closing balance a statement says what was on hold: now, and at the end of days that are over, whatever became of it since', async () => {
  const user = await aUser(app.services, { tier: 2, fullName: 'Eva' })
  const newcomer = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, newcomer, 999_00)
  await withBalance(app.services, user, 100_00)
  await send(user, newcomer, 30_00)
  const over = { fromDate: dayFrom(-1), toDate: today() }
  const utc = { 'time-zone': 'UTC' }
  const heldIn = async () => {
    const as = async (format: StatementFormat) => (await fetched(user, { ...over, format }, utc)).text
    const ofx = xmlOf(await as('ofx'))
    checkOfx(ofx)
    const [journal, beancount] = [await as('ledger'), await as('beancount')]
    for (const book of [journalOf(journal), beancountOf(beancount)]) expect(book.cents).toBe(100_00n)
    return [
      ...['LEDGERBAL', 'AVAILBAL'].map((name) => textOf(elements(ofx, name)[0]!, 'BALAMT')),
      ...[journal, beancount].map((text) => /^; On hold: (.*)$/m.exec(text)?.[1]),
    ]
  }
  const said = '30.00 USD, available: 70.00 USD'
  expect(await heldIn()).toEqual(['100.00', '70.00', said, said])
  app.clock.advance(2 * 86_400_000)
  const [row] = (await app.call('listTransactions', {}, { headers: await signedIn(app.services, user) })).data.items
  await app.call('cancelTransaction', { transactionId: row!.id } as never, {
    headers: await signedIn(app.services, user),
    key: newId(),
  })
  expect(await heldIn()).toEqual(['100.00', '70.00', said, said])
  expect(await textAs(user, 'ledger')).not.toContain('On hold')
})

test('as a journal and for beancount every transaction is balanced double entry, and the sum is the balance that is shown', async () => {
  const wallet = await walletOf(ana!)
  for (const book of [journalOf(await textAs(ana!, 'ledger')), beancountOf(await textAs(ana!, 'beancount'))]) {
    expect(book.cents).toBe(wallet)
    const sumOf = (account: string) =>
      book.entries
        .flatMap(({ postings }) => postings)
        .reduce((sum, one) => sum + (one.account === account ? one.cents : 0n), 0n)
    const fees = (await rowsOf(ana!))
      .filter(({ balance }) => balance !== '')
      .reduce((sum, { fee }) => sum - centsOf(fee), 0n)
    // The fee of the withdrawal that came back was given back against the bank.
    expect(sumOf('Expenses:Puente:Fees')).toBe(fees)
    expect(sumOf('Expenses:Puente:Sent')).toBe(30_00n)
    expect(sumOf('Income:Puente:Received')).toBe(-10_01n)
    expect(book.entries.map(({ facts }) => facts['id'])).toHaveLength(
      new Set(book.entries.map(({ facts }) => facts['id'])).size,
    )
  }
})

test('API-23 EC-42 a range that is none, is longer than a leap year, or a format that is unknown is refused before any proof', async () => {
  app.services.config.secondFactor = 'acts'
  const headers = await signedIn(app.services, ana!)
  for (const [input, refusal] of [
    [
      { fromDate: '2026-03-09', toDate: '2026-03-08' },
      { code: 'invalidRequest', details: { reason: 'range' } },
    ],
    [
      { fromDate: '2025-01-01', toDate: '2026-01-02' },
      { code: 'invalidRequest', details: { reason: 'tooLong' } },
    ],
    [
      { fromDate: dayFrom(2), toDate: dayFrom(3) },
      { code: 'invalidRequest', details: { field: 'fromDate', reason: 'future' } },
    ],
    [{ fromDate: '2025-02-30', toDate: '2026-01-02' }, { code: 'invalidRequest' }],
    [{ fromDate: '2025-01-01' }, { code: 'invalidRequest' }],
    [{ ...asked(), format: 'xls' }, { code: 'invalidType' }],
  ] as const)
    expect(await app.raw('reportTransactions', input, { headers })).toMatchObject({ status: 400, ...refusal })
  const leap = { fromDate: '2025-01-01', toDate: '2026-01-01' }
  expect(await app.raw('reportTransactions', leap, { headers })).toMatchObject({ status: 403, code: 'stepUpRequired' })
  expect(await callProved({ app, user: ana!, headers }, 'reportTransactions', leap)).toMatchObject({ status: 200 })
  const { rows } = await withClient(app.database.superuserUrl, (client) =>
    client.query(
      `select details from audit_log where action = 'statement.downloaded' and actor_id = $1 order by at desc limit 1`,
      [ana!.id],
    ),
  )
  expect(rows).toMatchObject([{ details: { ...leap, format: 'csv' } }])
})

test('P-20 V-31 rows of the first and the last moment of the days are in, on a day of clock change and for two zones', async () => {
  const user = await aUser(app.services, { tier: 2 })
  await withBalance(app.services, user, 100_00)
  // The first and the last moment of 2025-11-02 in New York, a day of 25 hours, and the moments around it.
  const moments = [
    '2025-11-02T03:59:59.999Z',
    '2025-11-02T04:00:00.000Z',
    '2025-11-03T04:59:59.999Z',
    '2025-11-03T05:00:00.000Z',
  ]
  for (const moment of moments)
    await app.services.db
      .updateTable('movements')
      .set({ created_at: new Date(moment), paid_at: new Date(moment), note: moment })
      .where('owner_id', '=', user.id)
      .where('movement_id', '=', (await send(user, ben!, 1_00)).slice(4))
      .execute()
  const day = { fromDate: '2025-11-02', toDate: '2025-11-02' }
  const notes = async (zone: string) =>
    csvRows((await fetched(user, day, { 'time-zone': zone })).text.slice(1)).map(({ date, note }) => [note, date])
  expect(await notes('America/New_York')).toEqual([
    [moments[1], '2025-11-02 00:00:00'],
    [moments[2], '2025-11-02 23:59:59'],
  ])
  expect((await notes('Asia/Seoul')).map(([note]) => note)).toEqual([moments[0], moments[1]])
})

test('ten statements an hour', async () => {
  const user = await aUser(app.services, { tier: 1 })
  // The factor of tests is a hundred.
  await app.services.budgets.consume(user.id, { name: 'statements', max: 10, windowMs: 3_600_000 })
  const { db } = app.services
  await db.updateTable('rate_counters').set({ count: 1_000 }).where('key', '=', `statements:${user.id}`).execute()
  expect(await app.raw('reportTransactions', asked(), { headers: await signedIn(app.services, user) })).toMatchObject({
    status: 429,
    code: 'tooManyRequests',
  })
})

test('a statement whose making fails ends without an end: its reader is told, compressed or not, and takes no part for the whole', async () => {
  const { ledger } = app.services
  const entries = ledger.entries
  for (const encoding of ['identity', 'gzip']) {
    let page = 0
    ledger.entries = (ref, { after, upTo }) => {
      page += 1
      if (page > 2) throw new Error('the disk is on fire')
      return entries(ref, { after, upTo, limit: 1 })
    }
    await expect(fetched(ana!, { format: 'ofx' }, { 'accept-encoding': encoding })).rejects.toThrow(
      /terminated|fetch failed|abort/i,
    )
  }
  ledger.entries = entries
  expect((await fetched(ana!, { format: 'ofx' })).status).toBe(200)
})

test('a reader who goes away gives the place back, and each person has one at a time', async () => {
  const { ledger } = app.services
  const entries = ledger.entries
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  ledger.entries = async (ref, page) => {
    await held
    return entries(ref, page)
  }
  const headers = { 'content-type': 'application/json', ...(await signedIn(app.services, ana!)) }
  const abort = new AbortController()
  const body = JSON.stringify(asked({ format: 'ofx' }))
  const first = await fetch(`${app.url}/api/transactions/report`, {
    method: 'POST',
    headers,
    body,
    signal: abort.signal,
  })
  expect(first.status).toBe(200)
  expect(await fetched(ana!, { format: 'ofx' })).toMatchObject({ status: 429 })
  abort.abort()
  await expect(first.text()).rejects.toThrow()
  ledger.entries = entries
  await expect.poll(async () => (await fetched(ana!)).status).toBe(200)
  release()
})

test('what is before the range is its opening balance: two statements in a row continue one another in every format', async () => {
  const user = await aUser(app.services, { tier: 2, fullName: 'Dora' })
  await withBalance(app.services, user, 100_00)
  await send(user, ben!, 1_00)
  app.clock.advance(2 * 86_400_000)
  await send(user, ben!, 2_00)
  const [first, second] = [
    { fromDate: dayFrom(-5), toDate: dayFrom(-1) },
    { fromDate: today(), toDate: today() },
  ]
  const utc = { 'time-zone': 'UTC' }
  const as = async (format: StatementFormat, range: Asked) => (await fetched(user, { format, ...range }, utc)).text
  const [before, after] = [xmlOf(await as('ofx', first)), xmlOf(await as('ofx', second))]
  const closing = centsOf(textOf(elements(before, 'LEDGERBAL')[0]!, 'BALAMT'))
  expect(closing).toBe(99_00n)
  expect(centsOf(textOf(elements(after, 'BALLIST')[0]!, 'VALUE'))).toBe(closing)
  expect(journalOf(await as('ledger', second)).cents).toBe(97_00n)
  expect(beancountOf(await as('beancount', second)).cents).toBe(97_00n)
  expect(beancountOf(await as('beancount', { fromDate: dayFrom(-60), toDate: dayFrom(-50) }))).toEqual({
    entries: [],
    cents: 0n,
  })
})

test('a history of many pages is told once and whole in every format while others write; what waited before it was posted stands where it was posted', async () => {
  const user = await aUser(app.services, { tier: 2 })
  const start = app.clock.now()
  await withLongHistory(app, user, 1_600, 60_000)
  app.clock.advance(2 * 86_400_000)
  await send(user, ben!, 1)
  const range = { fromDate: new Date(start.getTime() - 5 * 86_400_000).toISOString().slice(0, 10), toDate: dayFrom(1) }
  const { ledger } = app.services
  const entries = ledger.entries
  ledger.entries = async (ref, page) => {
    await send(user, ben!, 1)
    return entries(ref, page)
  }
  const before = await walletOf(user)
  const journal = journalOf(await textAs(user, 'ledger', range))
  ledger.entries = entries
  expect(await walletOf(user)).toBeLessThan(before)
  expect(journal.cents).toBe(before)
  expect(journal.entries.map(({ text }) => text).slice(1, -1)).toEqual(
    Array.from({ length: 1_600 }, (_, n) => `(R${n + 1}) note ${n + 1}`),
  )
  const rows = await rowsOf(user, range)
  expect(rows.map(({ date = '' }) => date)).toEqual(rows.map(({ date = '' }) => date).toSorted())
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.filter(({ reference }) => reference?.startsWith('R'))).toHaveLength(1_600)
})
