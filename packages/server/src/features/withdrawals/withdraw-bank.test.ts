import { afterEach, beforeEach, expect, test } from 'vitest'
import { transactionId } from '@puente/contract'
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import { newId } from '#platform/ids.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { createBreaker } from '#providers/breaker.ts'
import { guardedAch } from '#providers/ach/guarded.ts'
import { achOf } from '#providers/ach/index.ts'
import { callProved, newestSms } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'off' })
const bank = bankIn(app)
const { aRecipient, withdraw, rowOf, balanceOf, act, bookOf, sweep, refOf, houseOf } = bank

let ana: TestUser
let recipientId: string
beforeEach(async () => {
  // What one test does to the breaker is no matter of the next.
  app.services.payouts.bank = guardedAch(achOf(app.services.config), createBreaker())
  app.services.config.secondFactor = 'off'
  app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
  ana = await bank.aWithdrawer()
  recipientId = await aRecipient(ana)
})
afterEach(() => app.control('DELETE', '/faults'))

/** A withdrawal that the bank has taken. */
const sent = async (more: object = {}): Promise<string> => {
  const { data } = await withdraw(ana, recipientId, more)
  const ref = refOf(data.transactionId)
  await sweep(ana)
  await act(ref, 'submit')
  return ref
}
const settled = async (): Promise<string> => {
  const ref = await sent()
  await act(ref, 'settle')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'COMPLETED' })
  return ref
}
/** Events come by themselves; jobs are run until the row says what is wanted. */
const eventually = async (look: () => Promise<boolean>): Promise<void> => {
  for (const until = Date.now() + 8_000; Date.now() < until;) {
    await app.runJobs()
    if (await look()) return
  }
  throw new Error('it did not happen')
}

test('a wallet is emptied to the cent, also below the minimum: only as a whole, and the fee comes out of it', async () => {
  const small = await bank.aWithdrawer()
  const to = await aRecipient(small)
  const headers = await bank.headersOf(small)
  const other = await aUser(app.services, { tier: 1 })
  const sendInApp = { toUser: other.handle, amount: 988_00, currency: 'USD' } as const
  expect(await app.call('sendInApp', sendInApp, { headers, key: newId() })).toMatchObject({ status: 200 })
  const quoted = await app.call('feeAmount', { amount: 12_00, opFee: 'bank', everything: true }, { headers })
  expect(quoted.data).toMatchObject({ amount: 10_34, fee: 1_66, totalCharge: 12_00, LimitExceeded: false })
  const all = { amount: 10_34, everything: true, expectedTotalCharge: 12_00 }
  for (const [wrong, reason] of [
    [{ amount: 10_34, expectedTotalCharge: 12_00 }, 'withdrawMinimum'],
    [{ ...all, amount: 5_00, expectedTotalCharge: 6_58 }, 'quoteChanged'],
    [{ ...all, amount: 10_33 }, 'quoteChanged'],
    [{ amount: 10_34, everything: true }, 'quoteChanged'],
  ] as const)
    expect(await withdraw(small, to, wrong)).toMatchObject({ code: 'invalidAmount', details: { reason } })
  const key = newId()
  const { data } = await withdraw(small, to, all, key)
  expect(data).toMatchObject({ fee: 1_66, totalCharge: 12_00, balance: 0 })
  expect((await withdraw(small, to, all, key)).data).toEqual(data)
  const inApp = await app.call('feeAmount', { amount: 12_00, opFee: 'zelle', everything: true }, { headers })
  expect(inApp).toMatchObject({ code: 'invalidType' })
})

test('API-29 amount and fee are held, one entry is made at the bank, and a repeat of the call is the same withdrawal', async () => {
  const key = newId()
  const { status, data } = await withdraw(ana, recipientId, { note: 'Rent' }, key)
  expect(status).toBe(200)
  expect(data).toMatchObject({ state: 'PENDING', fee: 300, totalCharge: 103_00, balance: 897_00 })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
  expect((await withdraw(ana, recipientId, { note: 'Rent' }, key)).data).toEqual(data)
  const ref = refOf(data.transactionId)
  await app.runJobs()
  const transfers = await bank.transfersOf(ref)
  expect(transfers).toMatchObject([
    {
      amount: 100_00,
      account_number: RECIPIENT.accountNumber,
      routing_number: RECIPIENT.routingNumber,
      individual_name: 'JOSE NUNEZ',
      standard_entry_class_code: 'prearranged_payments_and_deposit',
    },
  ])
  expect(await rowOf(ana, ref)).toMatchObject({
    type: 'withdraw',
    method: 'bank',
    state: 'PENDING',
    note: 'Rent',
    payee: 'José Ñúñez',
    accountNumber: '••••6789',
    expected: data.expected,
  })
  const stranger = await bank.aWithdrawer()
  expect(await withdraw(stranger, recipientId)).toMatchObject({ status: 400, code: 'invalidTo' })
  app.services.config.secondFactor = 'acts'
  expect(await withdraw(ana, recipientId)).toMatchObject({ code: 'stepUpRequired' })
  const body = { recipientId, amount: 100_00, currency: 'USD' } as never
  const world = { app, user: ana, headers: await bank.headersOf(ana) }
  const proved = await callProved(world, 'withdrawBank', body, { key: newId() })
  expect(proved).toMatchObject({ status: 200 })
  expect((await newestSms(world)).text).toMatch(
    /^\d{6} is your Puente code to withdraw \$\d+\.\d\d to José Ñúñez \(••••6789\)\./,
  )
})

test('PM-06 a person who is not verified cannot withdraw to a bank', async () => {
  const visitor = await aUser(app.services, { tier: 0 })
  await withBalance(app.services, visitor, 500_00)
  expect(await withdraw(visitor, recipientId)).toMatchObject({ code: 'kycRequired', details: { missing: ['tier1'] } })
})

test('what comes back after it had arrived is found without any event from the bank, once', async () => {
  const ref = await settled()
  await app.runJobs()
  await bank.fault('dropWebhook', { times: 50 })
  await act(ref, 'return', { code: 'R03' })
  await app.runJobs()
  expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
  await sweep(ana)
  await sweep(ana)
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
  expect((await bank.rowsOf(ana)).filter(({ type }) => type === 'reversal')).toHaveLength(1)
})

test('it settles when the bank says so, by event or by sweep, and the fee is ours', async () => {
  // Fees are one account in stripes: what others still have on its way must not arrive meanwhile.
  await app.runJobs()
  const fees = await houseOf('income:fees', ana)
  const ref = await sent()
  const row = await rowOf(ana, ref)
  expect(row).toMatchObject({ state: 'PENDING', cancellable: false })
  const { pending } = (await app.call('checkClosing', undefined, { headers: await bank.headersOf(ana) })).data
  const ofIt = pending.find(({ transactionId }) => transactionId === row.id)
  expect(ofIt).toMatchObject({ cancellable: false, expectedBy: row.expected?.to })
  await act(ref, 'settle')
  await eventually(async () => (await rowOf(ana, ref)).state === 'COMPLETED')
  expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
  expect((await houseOf('income:fees', ana)) - fees).toBe(3_00)
  expect(await bookOf(ref)).toEqual(['transfer'])
})

test('until the cut-off it waits and can be called back; then it leaves, and cannot', async () => {
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const [one, two] = [await withdraw(ana, recipientId), await withdraw(ana, recipientId)]
  await app.runJobs()
  await sweep(ana)
  const [first, second] = [refOf(one.data.transactionId), refOf(two.data.transactionId)]
  expect(await bank.transfersOf(first)).toEqual([])
  expect(await rowOf(ana, first)).toMatchObject({ state: 'PENDING', cancellable: true })
  expect(await bank.cancel(ana, first)).toMatchObject({ status: 200, data: { state: 'CANCELLED' } })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
  await sweep(ana, 5 * 24 * 60)
  expect(await bank.transfersOf(second)).toHaveLength(1)
  expect(await bank.transfersOf(first)).toEqual([])
  expect(await bank.cancel(ana, second)).toMatchObject({ code: 'invalidTransactionId' })
})

// What each code means is among the tests of the codes; here is what becomes of each meaning.
const DISABLING = ['R02', 'R03', 'R14']

test.each(['R02', 'R23'])('sent back by %s before it arrived: amount and fee can be spent again', async (code) => {
  const ref = await sent()
  await act(ref, 'return', { code })
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'returned', returnReason: code })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
  const [recipient] = await bank.recipientsOf(ana)
  const isUsable = !DISABLING.includes(code)
  expect(recipient).toMatchObject({
    usable: isUsable,
    unusableReason: isUsable ? null : code,
    lastReturn: isUsable ? code : null,
  })
  expect((await withdraw(ana, recipientId)).code).toBe(isUsable ? undefined : 'invalidTo')
})

test('a later withdrawal that arrives ends the warning of a return; one that was begun before that return does not', async () => {
  const [earlier, returned] = [await sent(), await sent()]
  await act(returned, 'return', { code: 'R23' })
  await sweep(ana)
  const lastReturn = async () => (await bank.recipientsOf(ana))[0]?.lastReturn
  expect(await lastReturn()).toBe('R23')
  await act(earlier, 'settle')
  await sweep(ana)
  expect(await rowOf(ana, earlier)).toMatchObject({ state: 'COMPLETED' })
  expect(await lastReturn()).toBe('R23')
  await settled()
  expect(await lastReturn()).toBeNull()
})

test.each(['R03', 'R14', 'R06'])(
  'sent back by %s after it arrived: the row stays, and one linked to it gives amount and fee back',
  async (code) => {
    const ref = await settled()
    await act(ref, 'return', { code })
    await eventually(async () => (await bank.rowsOf(ana)).some(({ type }) => type === 'reversal'))
    const [back] = await bank.rowsOf(ana)
    expect(back).toMatchObject({
      type: 'reversal',
      amount: 103_00,
      returnReason: code,
      linkedId: transactionId(ref),
      accountNumber: '••••6789',
    })
    const row = await rowOf(ana, ref)
    expect(row).toMatchObject({ state: 'COMPLETED', returnReason: code, returnedAs: back?.id, linkedId: null })
    expect(row.givenBack).toBe(103_00)
    expect(row.timeline.map(({ step }) => step)).toEqual(['pending', 'completed', 'returned'])
    expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
    expect((await bank.recipientsOf(ana))[0]?.usable).toBe(!DISABLING.includes(code))
    expect(await bookOf(ref)).toEqual(['transfer', 'return'])
  },
)

const NO_SENSE = ['R01', 'R24', 'R67']

test.each([['R16', 'liability:blocked'] as const, ...NO_SENSE.map((code) => [code, 'suspense:unmatched'] as const)])(
  'sent back by %s after it arrived: it is kept apart in %s, and nobody is credited',
  async (code, account) => {
    const before = await houseOf(account, ana)
    const ref = await settled()
    await act(ref, 'return', { code })
    await eventually(async () => (await bank.rowsOf(ana)).some(({ type }) => type === 'reversal'))
    const [back] = await bank.rowsOf(ana)
    expect(back).toMatchObject({ type: 'reversal', state: 'ON HOLD', holdReason: 'underReview' })
    const row = await rowOf(ana, ref)
    expect(row).toMatchObject({ state: 'COMPLETED', returnReason: code, returnedAs: back?.id })
    expect(row).not.toHaveProperty('givenBack')
    expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
    expect((await houseOf(account, ana)) - before).toBe(100_00)
  },
)

test.each([
  ['R16', false],
  ['R24', true],
])(
  'sent back by %s before it arrived: it is under review, and the money stays set aside; its owner sees the reason: %s',
  async (code, isSaid) => {
    const ref = await sent()
    await act(ref, 'return', { code })
    await sweep(ana)
    const row = await rowOf(ana, ref)
    expect(row).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
    expect(row.returnReason).toBe(isSaid ? code : undefined)
    expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
    expect((await bank.recipientsOf(ana))[0]?.usable).toBe(true)
  },
)

test('what the bank takes for a fraud is under review and not given back', async () => {
  const ref = await sent()
  await act(ref, 'return', { code: 'R17', information: 'QUESTIONABLE' })
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'underReview' })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
})

test('a notification of change makes another version of the recipient, and the next withdrawal goes there', async () => {
  const ref = await sent()
  await act(ref, 'notify-change', { code: 'C03', accountNumber: '5555444', routingNumber: '026009593' })
  await eventually(async () => (await bank.recipientsOf(ana))[0]?.routingNumber === '026009593')
  expect(await bank.recipientsOf(ana)).toMatchObject([{ id: recipientId, accountNumber: '••••5444', usable: true }])
  await sweep(ana)
  const next = await sent()
  const [transfer] = await bank.transfersOf(next)
  expect(transfer).toMatchObject({ account_number: '5555444', routing_number: '026009593' })
  expect((await bank.transfersOf(ref))[0]).toMatchObject({ account_number: RECIPIENT.accountNumber })
})

test('a recipient that was changed or deleted meanwhile is paid as it was when the withdrawal was asked for', async () => {
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  const { data } = await withdraw(ana, recipientId)
  await app.call('deleteRecipient', { recipientId } as never, { headers: await bank.headersOf(ana) })
  await sweep(ana, 5 * 24 * 60)
  expect((await bank.transfersOf(refOf(data.transactionId)))[0]).toMatchObject({
    account_number: RECIPIENT.accountNumber,
  })
  expect(await withdraw(ana, recipientId)).toMatchObject({ code: 'invalidTo' })
})

test('API-33 API-34 a withdrawal shows its recipient as it was, after a change and a deletion', async () => {
  const ref = await sent()
  const { payee, accountNumber } = await rowOf(ana, ref)
  const headers = await bank.headersOf(ana)
  const changed = { recipientId, ...RECIPIENT, fullName: 'Ana Nueva', accountNumber: '5555444' } as never
  expect(await app.call('updateRecipient', changed, { headers })).toMatchObject({ status: 200 })
  await app.call('deleteRecipient', { recipientId } as never, { headers })
  expect(await bank.recipientsOf(ana)).toEqual([])
  expect(payee).not.toBe('Ana Nueva')
  expect(await rowOf(ana, ref)).toMatchObject({ payee, accountNumber: '••••6789' })
  expect(accountNumber).toBe('••••6789')
})

test('to a recipient of less than a day at most $500 go, however often', async () => {
  const fresh = await aRecipient(ana, { accountNumber: '7777' }, { isNew: true })
  expect(await withdraw(ana, fresh, { amount: 500_01 })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'recipientIsNew' },
  })
  expect(await withdraw(ana, fresh, { amount: 300_00 })).toMatchObject({ status: 200 })
  expect(await withdraw(ana, fresh, { amount: 200_01 })).toMatchObject({ details: { leftCents: 200_00 } })
  expect(await withdraw(ana, fresh, { amount: 200_00 })).toMatchObject({ status: 200 })
})

test('what is cancelled, declined or returned gives its part of the first day back, once, and to no other day', async () => {
  const [half, whole, none] = [{ amount: 250_00 }, { amount: 500_00 }, { details: { leftCents: 0 } }]
  const idOf = async (to: string, body: object) => refOf((await withdraw(ana, to, body)).data.transactionId)
  app.services.config.achRelease = { at: 'atCutoff', cutoff: '16:00' }
  // Asked for before it was edited: no part of the day that the edit begins.
  const before = await idOf(recipientId, { amount: 20_00 })
  await withBalance(app.services, ana, 1_000_00)
  const edited = { recipientId, ...RECIPIENT, city: 'Round Rock' } as never
  expect(await app.call('updateRecipient', edited, { headers: await bank.headersOf(ana) })).toMatchObject({
    status: 200,
  })

  const cancelled = await idOf(recipientId, whole)
  expect(await withdraw(ana, recipientId, whole)).toMatchObject(none)
  await Promise.all([bank.cancel(ana, cancelled), bank.cancel(ana, cancelled)])
  const raced = await Promise.all([withdraw(ana, recipientId, whole), withdraw(ana, recipientId, whole)])
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await bank.cancel(ana, before)).toMatchObject({ status: 200 })
  expect(await withdraw(ana, recipientId, { amount: 20_00 })).toMatchObject(none)

  app.services.config.achRelease = { at: 'immediate', cutoff: '16:00' }
  const fresh = await aRecipient(ana, { accountNumber: '7777' }, { isNew: true })
  const [declined, returned] = [await idOf(fresh, half), await idOf(fresh, half)]
  await sweep(ana)
  await act(declined, 'reject')
  await act(returned, 'submit')
  await act(returned, 'settle')
  await sweep(ana)
  expect(await withdraw(ana, fresh, { amount: 250_01 })).toMatchObject({ details: { leftCents: 250_00 } })
  await act(returned, 'return', { code: 'R06' })
  await sweep(ana)
  expect(await rowOf(ana, returned)).toMatchObject({ state: 'COMPLETED' })
  expect(await withdraw(ana, fresh, whole)).toMatchObject({ status: 200 })
})

test('a business is paid by an entry for businesses, and a name that the network cannot write is no obstacle', async () => {
  const business = await aRecipient(ana, {
    personType: 'business',
    birthday: undefined,
    fullName: '日本 株式会社',
    accountNumber: '7777',
  })
  const { data } = await withdraw(ana, business)
  await app.runJobs()
  expect((await bank.transfersOf(refOf(data.transactionId)))[0]).toMatchObject({
    standard_entry_class_code: 'corporate_credit_or_debit',
    destination_account_holder: 'business',
    individual_name: 'ACCOUNT HOLDER',
  })
})

test.each([
  ['timeoutAfterCommit', {}],
  ['error500', {}],
  ['error500', { after: true }],
  ['cutMidBody', {}],
  ['reject', {}],
  ['unknownStatus', {}],
  ['dropWebhook', {}],
  ['duplicateWebhook', {}],
] as const)('%s %o: the bank pays once, and its book and ours agree in the end', async (name, more) => {
  await bank.fault(name, { ...more, ...(name.endsWith('Webhook') ? {} : { path: '/wire/increase/ach_transfers' }) })
  const { data } = await withdraw(ana, recipientId)
  const ref = refOf(data.transactionId)
  const { bank: patient } = app.services.payouts
  // As a caller whose patience is short.
  if (name === 'timeoutAfterCommit')
    app.services.payouts.bank = { ...patient, send: (request) => patient.send(request, { timeoutMs: 300 }) }
  await sweep(ana)
  await app.control('DELETE', '/faults')
  app.services.payouts.bank = guardedAch(achOf(app.services.config), createBreaker())
  for (let look = 0; look < 4; look += 1) await sweep(ana, 3)
  await act(ref, 'submit')
  await act(ref, 'settle')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'COMPLETED' })
  expect(await bookOf(ref)).toEqual(['transfer'])
  expect(await balanceOf(ana)).toEqual({ balance: 897_00, held: 0 })
})

test('a transfer over another amount than was asked for is left to a person, and asked about again', async () => {
  await bank.fault('wrongAmount', { path: '/wire/increase/ach_transfers' })
  const { data } = await withdraw(ana, recipientId)
  const ref = refOf(data.transactionId)
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerUnknown' })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 103_00 })
  await app.control('DELETE', '/faults')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'PENDING', holdReason: null })
})

test('what the bank refuses comes back at once', async () => {
  const { data } = await withdraw(ana, recipientId)
  const ref = refOf(data.transactionId)
  await sweep(ana)
  await act(ref, 'reject')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'CANCELLED', cancelReason: 'rejected' })
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
  expect(await bookOf(ref)).toEqual([])
})

test('what the bank looks at is under review, and goes on when it does', async () => {
  const { data } = await withdraw(ana, recipientId)
  const ref = refOf(data.transactionId)
  await sweep(ana)
  await act(ref, 'require-attention')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'ON HOLD', holdReason: 'providerReview' })
  await act(ref, 'submit')
  await sweep(ana)
  expect(await rowOf(ana, ref)).toMatchObject({ state: 'PENDING', holdReason: null })
})

test('news that comes twice, and long after it was acted on, credits once', async () => {
  const ref = await settled()
  await bank.fault('duplicateWebhook')
  await act(ref, 'return', { code: 'R03' })
  await eventually(async () => (await bank.rowsOf(ana)).some(({ type }) => type === 'reversal'))
  const deliveries = await app.control<{ id: string; objectId: string }[]>('GET', '/webhooks')
  const [transfer] = await bank.transfersOf(ref)
  for (const { id } of deliveries.filter(({ objectId }) => objectId === transfer?.id))
    await app.control('POST', `/webhooks/${id}/resend`)
  await app.runJobs()
  await sweep(ana)
  expect((await bank.rowsOf(ana)).filter(({ type }) => type === 'reversal')).toHaveLength(1)
  expect(await balanceOf(ana)).toEqual({ balance: 1_000_00, held: 0 })
})

test('a rail whose provider is not configured takes nothing new', async () => {
  const { ach } = app.services.config
  app.services.config.ach = 'off'
  try {
    expect(await withdraw(ana, recipientId)).toMatchObject({ code: 'serviceUnavailable', details: { rail: 'bank' } })
  } finally {
    app.services.config.ach = ach
  }
})

test('P-14 asked for on the Friday before Thanksgiving, it is promised from Wednesday to the Friday after by quote, answer and row', async () => {
  // Of the year after this one, since the clock only moves forward; the very example of 2026 is among the tests of the calendar.
  app.clock.advance(momentInNewYork('2027-11-19', '15:00').getTime() - app.clock.now().getTime())
  const friday = await bank.aWithdrawer()
  const mine = await aRecipient(friday)
  const headers = await bank.headersOf(friday)
  const expected = { from: '2027-11-24', to: '2027-11-26' }
  expect((await app.call('feeAmount', { amount: 100_00, opFee: 'bank' } as never, { headers })).data.arrives).toEqual(
    expected,
  )
  const { data } = await withdraw(friday, mine)
  expect(data.expected).toEqual(expected)
  expect(await rowOf(friday, refOf(data.transactionId))).toMatchObject({ expected })
  const other = await app.call('feeAmount', { amount: 100_00, opFee: 'zelle' } as never, { headers })
  expect(other.data.arrives).toBeNull()
})
