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
  expect(saidBy(back, { related: ['PU-ABCDEFGH'] })).toContain('PU-ABCDEFGH')
  expect(saidBy(back, { related: ['PU-ABCDEFGH', 'PU-BCDEFGHJ'] })).toContain('PU-ABCDEFGH, PU-BCDEFGHJ')
})

test('a receipt issued after its payment went back says so, step by step and with the amounts', () => {
  const steps = (...all: [step: string, amount?: number][]) =>
    all.map(([step, amount]) => ({ step, at: at.toISOString(), ...(amount !== undefined && { amount }) }))
  const sent = (returnStep: string, timeline: Movement['timeline']) =>
    contentOf(aMovement({ method: 'card', feeCents: 88n, details: { returnStep }, timeline }))
  const refunded = sent('refunded', steps(['completed'], ['refunded', 10_00], ['refunded', 15_88]))
  expect(refunded.lead).toMatchObject({
    state: 'Completed',
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
  expect(lost.lead).toMatchObject({ tone: 'neutral', text: expect.stringContaining('charged back') })
  expect(lost.tables?.[0]?.rows.map(([step]) => step)).toEqual(['Started', 'Completed', 'Disputed', 'Charged back'])
  expect(sent('contested', steps(['completed'], ['contested'])).lead?.text).toContain('disputed')
  // The paper of the return itself is that of what gave back.
  expect(contentOf(aMovement({ type: 'refund', details: { returnStep: 'refunded' } })).lead?.tone).toBe('positive')
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
      expect(JSON.stringify(content)).not.toContain('receipt.')
    }
  const check = { code: 'c', url: 'u', title: 't', text: 't', issued: 'i', foot: 'f', page: '{page}' }
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
