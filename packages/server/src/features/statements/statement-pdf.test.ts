import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { paperWords } from '#features/papers/paper-words.ts'
import { newId } from '#platform/ids.ts'
import { makePaper } from '#platform/papers/make-paper.ts'
import { depositsIn } from '#test/deposits.ts'
import { bankIn } from '#test/bank.ts'
import { aUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { withLongHistory } from '#test/long-history.ts'
import { languagesOf, unpackedPdf } from '#test/pdf.ts'
import { journalOf } from '#test/statements.ts'
import { appOfFile } from '#test/suite.ts'
import { statementContent } from './statement-content.ts'
import { openStatement } from './statement-lines.ts'
import { periodOf } from './statement-rules.ts'

const app = appOfFile()
const bank = bankIn(app)
const deposits = depositsIn(app)
const dayFrom = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const ZONE = 'America/New_York'
const range = () => ({ fromDate: dayFrom(-30), toDate: dayFrom(1) })

/** The file over the wire, and the code that stands on it. */
const fetched = async (user: TestUser, more: object = {}) => {
  const response = await fetch(`${app.url}/api/transactions/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'time-zone': ZONE, ...(await signedIn(app.services, user)) },
    body: JSON.stringify({ ...range(), format: 'pdf', ...more }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [, code = ''] = /\/verify\/([2-9a-z]{20})/.exec(Buffer.from(bytes).toString('latin1')) ?? []
  return { response, bytes, code }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const walletOf = async (user: TestUser) =>
  Number((await app.services.ledger.balance({ ownerId: user.id, account: 'wallet' })).balanceCents)
const send = async (from: TestUser, to: TestUser, amount: number, note: string) =>
  app.call(
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD', note },
    { key: newId(), headers: await signedIn(app.services, from) },
  )
/** Cents of an amount as a paper writes it. */
const centsOf = (text = ''): number => Number(text.replaceAll(/[^\d]/g, '')) * (/^[-−(]/.test(text) ? -1 : 1)

/** A person with money in and out, with fees within the balance and on top of it, and one counterpart they have blocked. */
const aHistory = async () => {
  const ana = await bank.aWithdrawer()
  const cleo = await aUser(app.services, { tier: 2, fullName: 'Cleo Kim' })
  const deposit = await deposits.start(ana)
  await deposits.press(deposit.data.transactionId, 'pay')
  await deposits.settled(ana, deposit.data.transactionId)
  await send(ana, cleo, 25_01, '점심값')
  const ref = bank.refOf((await bank.withdraw(ana, await bank.aRecipient(ana))).data.transactionId)
  await bank.sweep(ana)
  await bank.act(ref, 'submit')
  await bank.act(ref, 'settle')
  await bank.sweep(ana)
  const newcomer = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, newcomer, 999_00)
  await send(ana, newcomer, 7_00, '')
  await app.call('block', { userId: cleo.userId }, { headers: await signedIn(app.services, ana) })
  return ana
}

/** What stands on the paper, as its layout gets it. */
const contentFor = async (user: TestUser, language: 'en' | 'es' | 'ko') => {
  const { fromDate, toDate } = range()
  const statement = await openStatement(app.services, user.id, periodOf(fromDate, toDate, ZONE), 'Blocked User')
  const lines = []
  for await (const page of statement.lines()) lines.push(...page)
  const paper = {
    period: statement.period,
    at: statement.at,
    openingCents: statement.opening.balanceCents,
    closingCents: statement.closing.balanceCents,
    heldCents: statement.closing.heldCents,
    lines,
    holder: { name: user.fullName, handle: user.handle },
  }
  return statementContent(paper)(paperWords({ language, timeZone: ZONE }, {}))
}

test('X-15 X-34 a PDF statement re-adds row by row and in its signed sums; its code tells days and sums and no more, and the journal of the same days balances', async () => {
  const ana = await aHistory()
  const { response, bytes, code } = await fetched(ana)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="puente-.*\.pdf"$/)
  expect(unpackedPdf(bytes)).toContain('MediaBox [0 0 612 792')

  const { data } = await app.call('verifyPaper', { code })
  const sums = Object.fromEntries(data.totals.map(({ name, cents }) => [name, cents])) as Record<string, number>
  const told = { ...range(), toDate: new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(app.clock.now()) }
  expect(data).toMatchObject({ kind: 'statement', valid: true, hash: sha256(bytes), days: told })
  expect(sums['opening']! + sums['moneyIn']! - sums['moneyOut']! - sums['fees']!).toBe(sums['closing'])
  expect(sums['closing']).toBe(await walletOf(ana))
  expect(sums['fees']).toBeGreaterThan(0)
  expect(data.signed).toContain(`from ${told.fromDate}\nto ${told.toDate}\n`)
  for (const secret of [ana.id, ana.handle, ana.fullName, 'Cleo', '점심값'])
    expect(JSON.stringify(data)).not.toContain(secret)

  const content = await contentFor(ana, 'en')
  const [table] = content.tables ?? []
  let balance = sums['opening']!
  let [moneyIn, moneyOut, fees] = [0, 0, 0]
  for (const row of table!.rows) {
    const [, , amount, fee, after] = row as string[]
    if (centsOf(amount) > 0) moneyIn += centsOf(amount)
    else moneyOut -= centsOf(amount)
    fees -= fee === '' ? 0 : centsOf(fee)
    balance += centsOf(amount) + (fee === '' ? 0 : centsOf(fee))
    expect(centsOf(after)).toBe(balance)
  }
  expect({ moneyIn, moneyOut, fees, closing: balance }).toMatchObject({
    moneyIn: sums['moneyIn'],
    moneyOut: sums['moneyOut'],
    fees: sums['fees'],
    closing: sums['closing'],
  })
  expect(table!.totals!.map(({ value }) => centsOf(value))).toEqual([
    sums['opening'],
    sums['moneyIn'],
    -sums['moneyOut']!,
    -sums['fees']!,
    sums['closing'],
    7_00,
    sums['closing']! - 7_00,
  ])
  expect(sums['onHold']).toBe(7_00)
  const said = JSON.stringify(content)
  expect(said).toContain('Blocked User')
  expect(said).not.toContain('Cleo')

  const journal = await fetched(ana, { format: 'ledger' })
  expect(Number(journalOf(Buffer.from(journal.bytes).toString('utf8')).cents)).toBe(await walletOf(ana))
}, 60_000)

test('a statement stands in the language that is asked for, on the sheet that is asked for, and every text of it is one', async () => {
  const user = await aUser(app.services, { tier: 2, fullName: '김하늘', lang: 'ko-KR' })
  await withBalance(app.services, user, 100_00)
  const pdf = unpackedPdf((await fetched(user, { size: 'a4', lang: 'ko' })).bytes)
  expect(languagesOf(pdf)).toEqual(['ko'])
  expect(pdf).toContain('MediaBox [0 0 595.')
  for (const language of ['en', 'es', 'ko'] as const)
    expect(JSON.stringify(await contentFor(user, language))).not.toMatch(/"(?:statement|receipt)\./)
  const check = { code: 'c', url: 'u', title: 't', text: 't', issued: 'i', foot: 'f', page: '{page}', emoji: 'e' }
  const empty = { ...(await contentFor(await aUser(app.services), 'ko')), lang: 'ko', size: 'a4' } as const
  expect((await makePaper({ content: empty, check, at: app.clock.now() })).length).toBeGreaterThan(1_000)
  expect(JSON.stringify(empty)).toContain('잔액이 바뀌지 않았어요')
})

test('more rows than a paper holds are refused with both numbers before any proof', async () => {
  const user = await aUser(app.services, { tier: 2 })
  await withLongHistory(app, user, 2_000, 1_000)
  app.clock.advance(86_400_000)
  const headers = await signedIn(app.services, user)
  app.services.config.secondFactor = 'acts'
  const refused = await app.raw('reportTransactions', { ...range(), format: 'pdf' }, { headers })
  app.services.config.secondFactor = 'off'
  expect(refused).toMatchObject({
    status: 400,
    code: 'invalidRequest',
    details: { field: 'toDate', reason: 'tooManyRows', rows: 2_001, most: 2_000 },
  })
  expect((await fetched(user, { format: 'ofx' })).response.status).toBe(200)
})
