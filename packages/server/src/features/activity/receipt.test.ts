import {
  HOLD_REASONS,
  CANCEL_REASONS,
  METHODS,
  MOVEMENT_STATES,
  MOVEMENT_TYPES,
  PAYIN_RETURN_STEPS,
} from '@puente/contract'
import { expect, test } from 'vitest'
import { paperWords } from '#features/papers/paper-words.ts'
import { type Movement, movementOf } from '#features/wallet/movement.ts'
import { newId } from '#platform/ids.ts'
import { makePaper } from '#platform/papers/make-paper.ts'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { languagesOf, unpackedPdf } from '#test/pdf.ts'
import { appOfFile } from '#test/suite.ts'
import { receiptContent, receiptKind, receiptTotals } from './receipt-content.ts'

const app = appOfFile()
const at = new Date('2026-11-24T11:12:00Z')

const aMovement = (more: Partial<Movement> = {}): Movement => ({
  ...movementOf(
    {
      ownerId: newId(),
      movementId: newId(),
      type: 'sent',
      state: 'COMPLETED',
      method: 'wallet',
      direction: -1,
      amountCents: 25_00n,
      counterpart: { ownerId: newId(), name: 'Ben Lee', handle: 'ben.lee', imageFileId: null, isBusiness: false },
      note: 'Rent',
      reference: 'PU-7K2M9QXW',
    },
    at,
    null,
  ),
  ...more,
})
const words = paperWords({ language: 'en', timeZone: 'America/New_York' }, {})
const contentOf = (movement: Movement, more = {}) =>
  receiptContent({ movement, ownName: 'Ana Ruiz', isHidden: false, related: [], ...more })(words)
const factsOf = (movement: Movement, more = {}) =>
  Object.fromEntries(contentOf(movement, more).facts?.map(({ label, value }) => [String(label), value]) ?? [])
const saidBy = (movement: Movement, more = {}) => JSON.stringify(contentOf(movement, more))

test('X-14 a receipt says amount, state, fee, total, parties, method, times, reference and note', () => {
  const content = contentOf(aMovement({ method: 'card', feeCents: 1_05n }))
  expect(content.title).toBe('Receipt')
  expect(content.lead).toMatchObject({ label: 'You sent', amount: '$25.00', state: 'Completed', tone: 'positive' })
  expect(content.parties).toEqual([
    { label: 'From', name: 'Ana Ruiz', lines: [] },
    { label: 'To', name: 'Ben Lee', lines: ['@ben.lee'] },
  ])
  expect(content.facts?.map(({ label, value }) => [label, value])).toEqual([
    ['Amount', '$25.00'],
    ['Fee', '$1.05'],
    ['Total', '$26.05'],
    ['Method', 'Card'],
    ['Started', expect.stringMatching(/^Nov 24, 2026, 6:12\sAM EST$/)],
    ['Completed', expect.stringMatching(/^Nov 24, 2026, 6:12\sAM EST$/)],
    ['Reference', 'PU-7K2M9QXW'],
  ])
  expect(content.note).toEqual({ label: 'Note', text: 'Rent' })
})

test.each([
  [
    'es',
    ['Recibo', 'Enviaste', 'Completado', 'De', 'Para'],
    [
      'Monto $25.00',
      'Comisión $1.05',
      'Total $26.05',
      'Método Tarjeta',
      'Iniciado 24 nov 2026, 6:12',
      'Completado 24 nov 2026, 6:12',
      'Referencia PU-7K2M9QXW',
    ],
  ],
  [
    'ko',
    ['영수증', '보낸 금액', '완료', '보낸 사람', '받는 사람'],
    [
      '금액 $25.00',
      '수수료 $1.05',
      '합계 $26.05',
      '방법 카드',
      '시작 2026. 11. 24. 오전 6:12',
      '완료 2026. 11. 24. 오전 6:12',
      '거래 번호 PU-7K2M9QXW',
    ],
  ],
] as const)('X-14 a receipt says all of it in %s', (language, said, facts) => {
  const spoken = paperWords({ language, timeZone: 'America/New_York' }, {})
  const movement = aMovement({ method: 'card', feeCents: 1_05n })
  const content = receiptContent({ movement, ownName: 'Ana Ruiz', isHidden: false, related: [] })(spoken)
  expect([
    content.title,
    content.lead?.label,
    content.lead?.state,
    ...(content.parties ?? []).map(({ label }) => label),
  ]).toEqual(said)
  expect(content.facts?.map(({ label, value }) => `${String(label)} ${String(value)}`)).toEqual(
    facts.map((fact) => expect.stringContaining(fact) as string),
  )
})

test.each(['PENDING', 'ON HOLD', 'CANCELLED'] as const)(
  'what is %s has a record that says it proves no payment, and answers for no sums',
  (state) => {
    const movement = aMovement({ state, ...(state === 'ON HOLD' && { holdReason: 'underReview' }) })
    const content = contentOf(movement)
    expect([content.title, receiptKind(movement), receiptTotals(movement)]).toEqual([
      'Transaction record',
      'record',
      [],
    ])
    expect(content.lead).toMatchObject({ label: 'Payment', text: expect.stringContaining("isn't proof of payment") })
  },
)

test('the record of what came to nothing names no fee, unless it was kept', () => {
  const labels = (more: Partial<Movement>) =>
    contentOf(aMovement({ method: 'card', feeCents: 1_05n, state: 'CANCELLED', ...more })).facts?.map(
      ({ label }) => label,
    )
  expect(labels({ cancelReason: 'expired' })).not.toEqual(expect.arrayContaining(['Fee']))
  expect(labels({ cancelReason: 'cancelledByUser' })).not.toEqual(expect.arrayContaining(['Total']))
  for (const cancelReason of ['cancelledByUser', 'returned'] as const)
    expect(labels({ cancelReason, details: { returnsAt: at.toISOString() } })).toEqual(
      expect.arrayContaining(['Fee', 'Total']),
    )
})

test('its receiver is not told how it was paid, nobody is told of whom they have blocked, and the private note stays private', () => {
  const received = aMovement({ type: 'received', direction: 1, method: 'card', privateNote: 'my secret' })
  expect(saidBy(received)).not.toMatch(/Card|Fee|my secret/)
  const hidden = saidBy(received, { isHidden: true })
  expect(hidden).toContain('Blocked User')
  expect(hidden).not.toMatch(/Ben|ben\.lee/)
})

test('a withdrawal names the account as its owner sees it; what came back says so, and what it belongs to', () => {
  const details = { payee: 'Ana Ruiz', bankName: 'First Bank', accountNumber: '••••6789', recipientId: 'rcp_secret' }
  const withdrawal = aMovement({ type: 'withdraw', method: 'bank', counterpart: null, details })
  expect(contentOf(withdrawal).parties?.[1]).toMatchObject({ name: 'Ana Ruiz', lines: ['First Bank ••••6789'] })
  expect(saidBy(withdrawal)).not.toContain('rcp_secret')
  const back = aMovement({ ...withdrawal, details: { ...details, returnedAs: 'txn_1', givenBack: 103_00 } })
  expect(saidBy(back)).toContain('What came back after that was returned to your balance')
  const kept = aMovement({ ...withdrawal, details: { ...details, returnedAs: 'txn_1', returnReason: 'R16' } })
  expect(saidBy(kept)).toContain("came back after that and is under review. It isn't in your balance")
  const related = [
    aMovement({ reference: 'PU-ABCDEFGH', amountCents: 25_00n }),
    aMovement({ reference: 'PU-BCDEFGHJ', amountCents: 3_00n }),
  ]
  expect(factsOf(back, { related })['Return']).toMatch(
    /^PU-ABCDEFGH · \$25\.00 · Nov 24, 2026, .+ EST; PU-BCDEFGHJ · \$3\.00 · Nov 24/,
  )
})

test('the receipt of a withdrawal that came back says why, in words and by the code, and how much of it and of its fee', () => {
  const withdrawal = {
    type: 'withdraw',
    method: 'bank',
    counterpart: null,
    amountCents: 50_00n,
    feeCents: 2_25n,
  } as const
  const returned = { returnReason: 'R03', returnedAs: 'txn_1', givenBack: 52_25 }
  const told = {
    Reason: 'The bank has no account with this number and name.',
    'Return code': 'R03',
    'Back in your balance': '$52.25',
    'Fee included': '$2.25',
  }
  const arrived = aMovement({ ...withdrawal, details: returned })
  expect(factsOf(arrived)).toMatchObject(told)
  expect(contentOf(arrived).lead).toMatchObject({ state: 'Returned', tone: 'neutral' })
  const before = { ...withdrawal, state: 'CANCELLED', cancelReason: 'returned' } as const
  const stopped = factsOf(aMovement({ ...before, details: { returnReason: 'R03' } }))
  expect(stopped).toMatchObject({ Amount: '$50.00', ...told })
  expect(stopped).not.toHaveProperty('Fee')
  for (const cancelReason of ['returned', 'unclaimed'] as const) {
    const sentBack = aMovement({ ...before, cancelReason, timeline: [stepAt('pending'), stepAt('cancelled')] })
    expect(contentOf(sentBack).lead).toMatchObject({
      state: 'Returned',
      text: expect.stringMatching(/^This was returned/),
    })
    expect(contentOf(sentBack).tables?.[0]?.rows.map(([step]) => step)).toEqual(['Started', 'Returned'])
    expect(saidBy(sentBack)).not.toMatch(/canceled/i)
  }
  const free = factsOf(aMovement({ ...before, feeCents: 0n, details: { returnReason: 'R02' } }))
  expect(free).toMatchObject({ Reason: 'The account is closed.', 'Back in your balance': '$50.00' })
  expect(free).not.toHaveProperty('Fee included')
  const paypal = factsOf(aMovement({ ...before, method: 'paypal', details: { returnReason: 'RECEIVER_UNREGISTERED' } }))
  expect(paypal['Reason']).toBe('PayPal sent it back')
  const kept = factsOf(aMovement({ ...withdrawal, details: { returnReason: 'R16', returnedAs: 'txn_1' } }))
  expect(kept).not.toHaveProperty('Back in your balance')

  const back = aMovement({
    ...withdrawal,
    type: 'reversal',
    direction: 1,
    amountCents: 52_25n,
    feeCents: 0n,
    details: { returnReason: 'R03' },
  })
  expect(contentOf(back).lead).toMatchObject({ label: 'Returned to you', state: 'Returned' })
  expect(factsOf(back, { related: [aMovement(withdrawal)] })).toMatchObject({
    'Return code': 'R03',
    'Fee included': '$2.25',
  })
})

test('a receipt issued after its payment went back says so, step by step and with the amounts', () => {
  const steps = (...all: [step: string, amount?: number][]) =>
    all.map(([step, amount]) => ({ step, at: at.toISOString(), ...(amount !== undefined && { amount }) }))
  const sent = (returnStep: string, timeline: Movement['timeline']) =>
    contentOf(aMovement({ method: 'card', feeCents: 88n, details: { returnStep }, timeline }))
  const refunded = sent('refunded', steps(['completed'], ['refunded', 10_00], ['refunded', 15_88]))
  expect(refunded.lead).toMatchObject({
    state: 'Refunded',
    tone: 'neutral',
    text: expect.stringContaining('refunded'),
  })
  const [progress] = refunded.tables ?? []
  expect(progress?.columns.map(({ label }) => label)).toEqual(['Step', 'Time', 'Amount'])
  expect(progress?.rows.map(([step, , amount]) => [step, amount])).toEqual([
    ['Completed', ''],
    ['Refunded', '$10.00'],
    ['Refunded', '$15.88'],
  ])
  const lost = sent('chargedBack', steps(['pending'], ['completed'], ['contested'], ['chargedBack', 25_88]))
  expect(lost.lead).toMatchObject({
    state: 'Charged back',
    tone: 'negative',
    text: expect.stringContaining('charged back'),
  })
  const part = sent('chargedBack', steps(['completed'], ['contested'], ['chargedBack', 5_00]))
  expect(part.lead?.state).toBe('Partly charged back')
  expect(lost.tables?.[0]?.rows.map(([step]) => step)).toEqual(['Started', 'Completed', 'Disputed', 'Charged back'])
  const open = sent('contested', steps(['completed'], ['contested'])).lead
  expect(open).toMatchObject({ state: 'Disputed payment', tone: 'waiting', text: expect.stringContaining('disputed') })
  expect(sent('kept', steps(['completed'], ['contested'], ['kept'])).lead).toMatchObject({ state: 'Completed' })
  const warned = sent('warned', steps(['completed'], ['warned'])).lead
  expect(warned).toMatchObject({ state: 'Fraud warning', tone: 'waiting', text: expect.stringContaining('flagged') })
})

const stepAt = (step: string) => ({ step, at: at.toISOString() })
const RETURN_ROWS = [
  [
    'reversal',
    'COMPLETED',
    'chargedBack',
    ['onHold', 'completed'],
    'Left your balance',
    'Charged back',
    'negative',
    ['Disputed', 'Charged back'],
    'Your card payment was charged back, so this amount left the balance.',
  ],
  [
    'reversal',
    'COMPLETED',
    'takenBack',
    ['onHold', 'completed'],
    'Left your balance',
    'Taken back',
    'negative',
    ['Taken back'],
    'The bank took back your card payment, so this amount left the balance.',
  ],
  [
    'refund',
    'COMPLETED',
    'refunded',
    ['completed'],
    'Left your balance',
    'Refunded',
    'neutral',
    ['Refunded'],
    'Your card payment was refunded, so this amount left the balance.',
  ],
  [
    'reversal',
    'ON HOLD',
    'contested',
    ['onHold'],
    'Amount set aside',
    'On hold',
    'waiting',
    ['Disputed'],
    /^The card company was checking .* This amount was set aside\.$/,
  ],
  [
    'reversal',
    'CANCELLED',
    'kept',
    ['onHold', 'cancelled'],
    'Amount set aside',
    'Available again',
    'positive',
    ['Disputed', 'Payment stands'],
    /ended in your favor, so this amount is available again\.$/,
  ],
  [
    'reversal',
    'ON HOLD',
    'warned',
    ['onHold'],
    'Amount set aside',
    'On hold',
    'waiting',
    ['Fraud warning'],
    /^The card company had flagged your card payment as possible fraud .* This amount was set aside\.$/,
  ],
  [
    'reversal',
    'CANCELLED',
    'cleared',
    ['onHold', 'cancelled'],
    'Amount set aside',
    'Available again',
    'positive',
    ['Fraud warning', 'Warning cleared'],
    /^The fraud warning about your card payment was cleared, so this amount is available again\.$/,
  ],
] as const

test.each(RETURN_ROWS)(
  'the receipt of a %s that is %s (%s) names the kind of return, its steps and the payment it belongs to',
  (...given) => {
    const [type, state, returnStep, timeline, label, badge, tone, steps, text] = given
    const back = { type, state, method: 'card', counterpart: null, linkedId: newId(), details: { returnStep } } as const
    const reasons = {
      ...(state === 'ON HOLD' && { holdReason: 'disputed' as const }),
      ...(state === 'CANCELLED' && { cancelReason: 'returned' as const }),
    }
    const movement = aMovement({ ...back, ...reasons, timeline: timeline.map(stepAt) })
    const payment = aMovement({ reference: 'PU-ABCDEFGH', type: 'deposit', amountCents: 50_00n })
    const content = contentOf(movement, { related: [payment] })
    expect(content.lead).toMatchObject({ label, state: badge, tone, text: expect.stringMatching(text) })
    expect(content.tables?.[0]?.rows.map(([step]) => step)).toEqual(steps)
    const facts = factsOf(movement, { related: [payment] })
    expect(facts['Belongs to']).toMatch(/^PU-ABCDEFGH · \$50\.00 · Nov 24, 2026/)
    for (const untrue of ['Completed', 'Fee', 'Reason']) expect(facts).not.toHaveProperty(untrue)
    expect(saidBy(movement)).not.toMatch(/canceled/i)
  },
)

test('the receipt of what goes back of another person’s payment names them, unless nothing is said of them', () => {
  const back = { type: 'reversal', state: 'COMPLETED', method: 'paypal', linkedId: newId() } as const
  const movement = aMovement({ ...back, direction: -1, details: { returnStep: 'takenBack' } })
  expect(contentOf(movement).lead?.text).toBe(
    "PayPal took back Ben Lee's PayPal payment, so this amount left the balance.",
  )
  expect(contentOf(movement, { isHidden: true }).lead?.text).toMatch(/^PayPal took back their PayPal payment/)
})

test('a reward that was taken back says so on both of its receipts, with the reason and without a fee', () => {
  const reward = { type: 'reward', counterpart: null, amountCents: 25n } as const
  const details = { returnStep: 'takenBack' }
  const timeline = [stepAt('completed'), { ...stepAt('takenBack'), amount: 25 }]
  const paid = aMovement({ ...reward, direction: 1, details, timeline })
  expect(contentOf(paid).lead).toMatchObject({
    state: 'Taken back',
    tone: 'negative',
    text: expect.stringContaining('What earned it came back'),
  })
  expect(contentOf(paid).tables?.[0]?.rows.map(([step]) => step)).toEqual(['Completed', 'Taken back'])
  const voided = aMovement({
    ...reward,
    direction: 1,
    details,
    timeline: [stepAt('completed'), { ...stepAt('takenBack'), amount: 0 }],
  })
  expect(contentOf(voided).lead).toMatchObject({
    state: 'Voided',
    text: expect.stringContaining('nothing left the balance'),
  })
  expect(contentOf(voided).tables?.[0]?.rows.map(([step]) => step)).toEqual(['Completed', 'Voided'])
  const back = aMovement({ ...reward, direction: -1, linkedId: paid.movementId })
  expect(contentOf(back).lead).toMatchObject({ label: 'Reward taken back', state: 'Taken back', tone: 'negative' })
  expect(factsOf(back, { related: [paid] })).toMatchObject({
    Reason: 'What earned the reward came back',
    'Belongs to': expect.stringContaining(paid.reference),
  })
  for (const row of [paid, back]) expect(factsOf(row)).not.toHaveProperty('Fee')
})

test('every type in every state, by every method and for every reason can be set, in all languages', async () => {
  const pairs = [['en'], ['es', 'ko'], ['ko', 'en']] as const
  let turn = 0
  for (const type of MOVEMENT_TYPES)
    for (const state of MOVEMENT_STATES) {
      turn += 1
      const movement = aMovement({
        type,
        state,
        direction: turn % 2 === 0 ? 1 : -1,
        method: METHODS[turn % METHODS.length]!,
        counterpart: turn % 3 === 0 ? null : aMovement().counterpart,
        ...(state === 'ON HOLD' && { holdReason: HOLD_REASONS[turn % HOLD_REASONS.length]! }),
        ...(state === 'CANCELLED' && { cancelReason: CANCEL_REASONS[turn % CANCEL_REASONS.length]! }),
        expected: { from: '2026-11-25', to: '2026-11-27' },
        timeline: ['pending', 'onHold', 'completed', 'returned', ...PAYIN_RETURN_STEPS].map((step) => ({
          step,
          at: at.toISOString(),
        })),
        details: { returnStep: PAYIN_RETURN_STEPS[turn % PAYIN_RETURN_STEPS.length]! },
      })
      const [lang, otherLang] = pairs[turn % pairs.length]!
      const spoken = paperWords({ language: lang, timeZone: 'Asia/Seoul' }, { ...(otherLang && { otherLang }) })
      const content = receiptContent({ movement, ownName: 'Ana Ruiz', isHidden: turn % 5 === 0, related: [] })(spoken)
      // A text that is missing is its own name.
      expect(JSON.stringify(content)).not.toMatch(/receipt\.|returns\./)
    }
  const check = { code: 'c', url: 'u', title: 't', text: 't', issued: 'i', foot: 'f', page: '{page}', emoji: 'e' }
  const content = { ...contentOf(aMovement()), lang: 'en', size: 'a4' } as const
  expect((await makePaper({ content, check, at })).length).toBeGreaterThan(1_000)
})

test('X-14 both parties get their own receipt, in their languages, and no one else does', async () => {
  const ana = await aUser(app.services, { tier: 2, fullName: 'Ana Ruiz' })
  const ben = await aUser(app.services, { tier: 2, fullName: 'Ben Lee', lang: 'ko-KR' })
  await withBalance(app.services, ana, 100_00)
  const headers = await signedIn(app.services, ana)
  const sent = { toUser: ben.userId, amount: 25_00, currency: 'USD', note: 'Rent' } as const
  const { data } = await app.call('sendInApp', sent, { key: newId(), headers })
  const ofBen = await signedIn(app.services, ben)

  const receipt = async (who: Record<string, string>, query = '') => {
    const answer = await fetch(`${app.url}/api/transactions/receipt?transactionId=${data.transactionId}${query}`, {
      headers: who,
    })
    return { answer, pdf: unpackedPdf(new Uint8Array(await answer.arrayBuffer())) }
  }
  const { answer, pdf } = await receipt(headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const hasSize = (text: string, size: string) => text.includes(`MediaBox [0 0 ${size}`)
  expect(hasSize(pdf, '612 792')).toBe(true)
  // Beside the own language it stands in the other party's, unless one is asked for.
  expect(languagesOf(pdf)).toEqual(['en', 'ko'])
  expect(languagesOf((await receipt(headers, '&otherLang=en')).pdf)).toEqual(['en'])
  expect(languagesOf((await receipt(headers, '&lang=es')).pdf)).toEqual(['es', 'ko'])
  expect(hasSize((await receipt(ofBen, '&size=a4')).pdf, '595.')).toBe(true)

  const stranger = await signedIn(app.services, await aUser(app.services, { tier: 2 }))
  const [foreign, unknown] = await Promise.all([
    app.call('receipt', { transactionId: data.transactionId }, { headers: stranger }),
    app.call('receipt', { transactionId: `txn_${'0'.repeat(32)}` }, { headers: stranger }),
  ])
  expect([foreign.status, foreign.code]).toEqual([unknown.status, unknown.code])
  expect(foreign.code).toBe('invalidTransactionId')
  expect((await app.raw('receipt', { transactionId: data.transactionId, lang: 'fr' }, { headers })).code).toBe(
    'invalidLanguage',
  )
})
