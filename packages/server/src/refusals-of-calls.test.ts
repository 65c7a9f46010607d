/** Codes that several calls share, each provoked by every way that leads to it, in the words of the person's language. */
import { type EndpointKey, type ErrorCode, type StoredLanguage, statusOf } from '@puente/contract'
import en from '@puente/contract/texts/en.json' with { type: 'json' }
import es from '@puente/contract/texts/es.json' with { type: 'json' }
import ko from '@puente/contract/texts/ko.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { aUser, signedIn, type TestUser, type UserOptions, withBalance } from '#test/factories.ts'
import { RECIPIENT } from '#test/bank.ts'
import { appOfFile } from '#test/suite.ts'
import type { CallOptions, TestApp } from '#test/app.ts'

const TEXTS = { 'en-US': en, 'es-US': es, 'ko-KR': ko } satisfies Record<StoredLanguage, unknown>
const LANGUAGES: StoredLanguage[] = ['en-US', 'es-US', 'ko-KR']

/** The answer that refuses with a code, in the words of a language. */
const refusedIn = (lang: StoredLanguage, status: number, code: ErrorCode, message = TEXTS[lang].codes[code]) => ({
  status,
  code,
  body: { message },
})

/** Acts as one person. */
const worldOf = (app: TestApp) => {
  const aPerson = async (options: UserOptions = {}) => {
    const user = await aUser(app.services, { tier: 1, ...options })
    const headers = await signedIn(app.services, user)
    const ask = (key: EndpointKey, input: unknown, more: CallOptions = {}) => app.raw(key, input, { headers, ...more })
    return { ...user, ask }
  }
  const moved = async (user: TestUser) =>
    (await app.services.db.selectFrom('movements').select('owner_id').where('owner_id', '=', user.id).execute()).length
  return { aPerson, moved }
}

describe('invoices and the catalogue', () => {
  const app = appOfFile()
  const { aPerson, moved } = worldOf(app)
  const product = async (seller: Awaited<ReturnType<typeof aPerson>>) =>
    ((await seller.ask('addProduct64', { name: 'Coffee', price: 1250 })).data as { id: string }).id

  test.each(LANGUAGES)('EC-45 a price that is not above a cent is 400 invalidPrice and sets none: %s', async (lang) => {
    const seller = await aPerson({ lang })
    const productId = await product(seller)
    for (const price of [1, 0, -5, 1.5, '12', null]) {
      const added = await seller.ask('addProduct64', { name: 'Tea', price })
      const changed = await seller.ask('updateProduct', { productId, price })
      for (const answer of [added, changed]) expect(answer).toMatchObject(refusedIn(lang, 400, 'invalidPrice'))
    }
    const { items } = (await seller.ask('listProducts', undefined)).data as { items: { price: number }[] }
    expect(items.map(({ price }) => price)).toEqual([1250])
  })

  test.each(LANGUAGES)(
    'EC-47 a product that is unknown, foreign or deleted is 404 invalidProductId: %s',
    async (lang) => {
      const [seller, other, buyer] = [await aPerson({ lang }), await aPerson(), await aPerson()]
      const [deleted, foreign] = [await product(seller), await product(other)]
      expect((await seller.ask('deleteProducts', { ids: [deleted] })).status).toBe(200)
      for (const productId of [`prd_${newId().replaceAll('-', '')}`, foreign, deleted, 'prd_none']) {
        for (const [key, input] of [
          ['updateProduct', { productId, price: 2_00 }],
          ['deleteProducts', { ids: [productId] }],
          ['createInvoice', { toUser: buyer.userId, products: [productId] }],
        ] as const)
          expect(await seller.ask(key, input), `${key} ${productId}`).toMatchObject(
            refusedIn(lang, 404, 'invalidProductId'),
          )
      }
      // What was asked together with it stays as it is, too.
      const kept = await product(seller)
      expect(await seller.ask('deleteProducts', { ids: [kept, foreign] })).toMatchObject(
        refusedIn(lang, 404, 'invalidProductId'),
      )
      const listed = async (of: typeof seller) =>
        ((await of.ask('listProducts', undefined)).data as { items: { id: string; price: number }[] }).items
      expect((await listed(seller)).map(({ id }) => id)).toEqual([kept])
      expect(await listed(other)).toMatchObject([{ id: foreign, price: 1250 }])
      expect((await buyer.ask('listInvoices', {})).data).toMatchObject({ items: [] })
    },
  )

  test.each(LANGUAGES)(
    'EC-48 an invoice that is unknown, foreign or past the asked move is 409 invalidInvoice: %s',
    async (lang) => {
      const [issuer, payer, stranger] = [await aPerson({ lang }), await aPerson({ lang }), await aPerson({ lang })]
      const made = await issuer.ask('createInvoice', {
        toUser: payer.userId,
        type: 'custom',
        amount: 5000,
        currency: 'USD',
        note: 'work',
      })
      const { invoiceId } = made.data as { invoiceId: string }
      const refused = refusedIn(lang, 409, 'invalidInvoice')
      const none = `inv_${newId().replaceAll('-', '')}`
      for (const key of ['getInvoice', 'declineInvoice', 'cancelInvoice', 'remindInvoice'] as const) {
        expect(await payer.ask(key, { invoiceId: none }), key).toMatchObject(refused)
        expect(await stranger.ask(key, { invoiceId }), key).toMatchObject(refused)
      }
      expect(await stranger.ask('payInvoice', { invoiceId, payMethod: 'wallet' }, { key: newId() })).toMatchObject(
        refused,
      )
      expect(await issuer.ask('declineInvoice', { invoiceId })).toMatchObject(refused)
      expect(await payer.ask('cancelInvoice', { invoiceId })).toMatchObject(refused)
      const pay = { invoiceId, payMethod: 'wallet' }
      expect(await issuer.ask('payInvoice', pay, { key: newId() })).toMatchObject(refused)
      const stateOf = async (of: typeof payer) =>
        ((await of.ask('getInvoice', { invoiceId })).data as { state: string }).state
      const before = [await stateOf(issuer), await stateOf(payer)]
      expect(before).toEqual(['toPay', 'toPay'])
      expect((await payer.ask('declineInvoice', { invoiceId })).status).toBe(200)
      const declined = refusedIn(lang, 409, 'invalidInvoice', TEXTS[lang].reasons.invalidInvoice.declined)
      expect(await payer.ask('declineInvoice', { invoiceId })).toMatchObject(declined)
      expect(await payer.ask('payInvoice', pay, { key: newId() })).toMatchObject(declined)
      expect(await issuer.ask('cancelInvoice', { invoiceId })).toMatchObject(declined)
      expect([await stateOf(issuer), await stateOf(payer)]).toEqual(['declined', 'declined'])
      expect([await moved(payer), await moved(issuer)]).toEqual([0, 0])
    },
  )

  test.each(LANGUAGES)(
    'EC-49 a list of products that is empty, malformed or too long is 400 invalidProducts: %s',
    async (lang) => {
      const [issuer, payer] = [await aPerson({ lang }), await aPerson()]
      const productId = await product(issuer)
      for (const products of [[], productId, 7, null, undefined, Array(101).fill(productId)])
        expect(await issuer.ask('createInvoice', { toUser: payer.userId, products })).toMatchObject(
          refusedIn(lang, 400, 'invalidProducts'),
        )
      for (const side of [issuer, payer]) expect((await side.ask('listInvoices', {})).data).toMatchObject({ items: [] })
      // The last that is no longer too long.
      const most = { toUser: payer.userId, products: Array(100).fill(productId) as string[] }
      expect(await issuer.ask('createInvoice', most)).toMatchObject({ status: 200 })
    },
  )

  test.each(LANGUAGES)(
    'EC-50 a pay method that is none is 400 invalidPayMethod wherever one is named, the wallet for a deposit too: %s',
    async (lang) => {
      const [issuer, payer] = [await aPerson(), await aPerson({ lang })]
      await withBalance(app.services, payer, 100_00)
      const before = await moved(payer)
      const bill = { toUser: payer.userId, type: 'custom', amount: 5000, currency: 'USD', note: 'work' }
      const { invoiceId } = (await issuer.ask('createInvoice', bill)).data as { invoiceId: string }
      const asked = await issuer.ask('createRequest', {
        toUser: payer.userId,
        amount: 5000,
        currency: 'USD',
        note: 'work',
      })
      const { requestId } = asked.data as { requestId: string }
      const refused = refusedIn(lang, 400, 'invalidPayMethod')
      for (const payMethod of ['bank', 'Wallet', '', 7, null, undefined]) {
        expect(await payer.ask('payInvoice', { invoiceId, payMethod }, { key: newId() })).toMatchObject(refused)
        expect(await payer.ask('payRequest', { requestId, payMethod }, { key: newId() })).toMatchObject(refused)
        const deposit = { method: payMethod, amount: 5000, currency: 'USD' }
        expect(await payer.ask('startDeposit', deposit, { key: newId() })).toMatchObject(refused)
      }
      const fromWallet = { method: 'wallet', amount: 5000, currency: 'USD' }
      expect(await payer.ask('startDeposit', fromWallet, { key: newId() })).toMatchObject(refused)
      expect(await moved(payer)).toBe(before)
      expect((await payer.ask('wallet', undefined)).data).toMatchObject({ USD: 100_00 })
    },
  )

  test.each(LANGUAGES)(
    'EC-41 a destination that is missing, malformed or a recipient of another is 400 invalidTo: %s',
    async (lang) => {
      const [ana, ben] = [await aPerson({ lang }), await aPerson()]
      await withBalance(app.services, ana, 100_00)
      const before = await moved(ana)
      const money = { amount: 2000, currency: 'USD' }
      const refused = refusedIn(lang, 400, 'invalidTo')
      for (const toUser of [undefined, null, '', 7, '?', 'usr_1', 'a b']) {
        for (const key of ['sendInApp', 'placePaypalOrder', 'zelleIntent', 'startCheckout'] as const)
          expect(await ana.ask(key, { ...money, toUser }, { key: newId() }), `${key} ${toUser}`).toMatchObject(refused)
        expect(await ana.ask('createInvoice', { ...money, toUser, type: 'custom', note: 'work' })).toMatchObject(
          refused,
        )
      }
      const foreign = ((await ben.ask('addRecipient', RECIPIENT)).data as { id: string }).id
      const unknown = `rcp_${newId().replaceAll('-', '')}`
      for (const recipientId of [undefined, null, 7, 'rcp_1', unknown, foreign]) {
        expect(await ana.ask('withdrawBank', { ...money, recipientId }, { key: newId() })).toMatchObject(refused)
        expect(await ana.ask('updateRecipient', { ...RECIPIENT, recipientId })).toMatchObject(refused)
        expect(await ana.ask('deleteRecipient', { recipientId })).toMatchObject(refused)
      }
      expect(await ana.ask('listTransactions', { to: 7 })).toMatchObject(refused)
      expect(await moved(ana)).toBe(before)
      expect((await ana.ask('wallet', undefined)).data).toMatchObject({ USD: 100_00 })
      expect((await ben.ask('listRecipients', undefined)).data).toMatchObject({ items: [{ id: foreign }] })
    },
  )
})

describe('the six codes that were added', () => {
  const app = appOfFile({ SECOND_FACTOR: 'acts', THROTTLE_FACTOR: '1' })
  const { aPerson, moved } = worldOf(app)

  test.each<[StoredLanguage, RegExp[]]>([
    [
      'en-US',
      [
        /^You already sent this with different details\. Review it and try again\.$/,
        /^You can move up to \$1,000\.00 at a time$/,
        /^Verify your identity to continue$/,
        /^Too many attempts\. Try again in \d+ \w+\.$/,
        /^Your account is frozen, .*Settings, Account says why and what to do\.$/,
        /^Confirm it's you to continue$/,
      ],
    ],
    [
      'es-US',
      [
        /^Ya enviaste esto con otros datos\. Revísalo e inténtalo de nuevo\.$/,
        /^Puedes mover hasta \$1,000\.00 por operación$/,
        /^Verifica tu identidad para continuar$/,
        /^Demasiados intentos\. Inténtalo de nuevo en \d+ \w+\.$/,
        /^Tu cuenta está congelada .*En Configuración, Tu cuenta, dice por qué y qué hacer\.$/,
        /^Confirma que eres tú para continuar$/,
      ],
    ],
    [
      'ko-KR',
      [
        /^이미 다른 내용으로 보낸 요청이에요\. 확인하고 다시 시도해 주세요\.$/,
        /^한 번에 \$1,000\.00까지 가능해요$/,
        /^계속하려면 본인 인증을 해 주세요$/,
        /^시도 횟수가 너무 많아요\. \d+\S+ 후에 다시 시도해 주세요\.$/,
        /^계정이 정지되어 .*설정의 내 계정에서 이유와 해제 방법을 확인하세요\.$/,
        /^계속하려면 본인인지 확인해 주세요$/,
      ],
    ],
  ])(
    'X-39 each has its status, its details and words of its own with the way out, and moves nothing: %s',
    async (lang, words) => {
      const [ana, ben, tier0] = [await aPerson({ lang }), await aPerson(), await aPerson({ lang, tier: 0 })]
      await withBalance(app.services, ana, 2_000_00)
      const send = (from: typeof ana, amount: number, key = newId()) =>
        from.ask('sendInApp', { toUser: ben.userId, amount, currency: 'USD' }, { key })
      const key = newId()
      expect((await send(ana, 1_00, key)).status).toBe(200)
      const before = await moved(ana)

      const conflict = await send(ana, 2_00, key)
      const limit = await send(ana, 1_000_01)
      const kyc = await send(tier0, 1_00)
      for (let call = 0; call < 30; call += 1) await ana.ask('search', { search: 'zzz' })
      const throttled = await ana.ask('search', { search: 'zzz' })
      expect((await ana.ask('freeze', {})).status).toBe(200)
      const frozen = await send(ana, 1_00)
      const proof = await ana.ask('unfreeze', {})

      const wanted: [typeof conflict, ErrorCode, object][] = [
        [conflict, 'idempotencyConflict', {}],
        [limit, 'limitExceeded', { row: 'L-04', limitCents: 1_000_00 }],
        [kyc, 'kycRequired', { missing: ['tier1'] }],
        [throttled, 'tooManyRequests', { retryAfterSeconds: expect.any(Number) as number }],
        [frozen, 'accountRestricted', { reason: 'frozen' }],
        [
          proof,
          'stepUpRequired',
          {
            challengeId: expect.stringMatching(/^chl_/) as string,
            factors: ['code'],
            intent: { operation: 'unfreeze' },
          },
        ],
      ]
      for (const [answer, code, details] of wanted)
        expect(answer, code).toMatchObject({
          code,
          status: statusOf[code],
          ...(Object.keys(details).length > 0 && { details }),
        })
      expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
      expect(wanted.map(([{ status }]) => status)).toEqual([409, 422, 403, 429, 403, 403])
      for (const [at, [{ body }]] of wanted.entries()) expect(body['message']).toMatch(words[at] as RegExp)
      expect(await moved(ana)).toBe(before)
      expect(await moved(tier0)).toBe(0)
    },
  )

  test('X-39 a limit over days says what is left of it and when the amount passes, a restriction with an end says when it ends', async () => {
    const [ana, ben] = [await aPerson(), await aPerson()]
    await withBalance(app.services, ana, 100_00)
    const { db } = app.services
    const quarterMs = 15 * 60_000
    const now = app.clock.now().getTime()
    const at = new Date(Math.floor(now / quarterMs) * quarterMs - 2 * quarterMs)
    const used = { owner_id: ana.id, operations: 'inApp' }
    const [movement_id, cents] = [newId(), 2_450_00n]
    await db
      .insertInto('limit_usage')
      .values({ ...used, at, movement_id, amount_cents: cents })
      .execute()
    await db
      .insertInto('limit_buckets')
      .values({ ...used, starts_at: at, cents, oldest_at: at, newest_at: at })
      .execute()
    const sent = { toUser: ben.userId, amount: 60_00, currency: 'USD' }
    const freesAt = new Date(at.getTime() + 86_400_000).toISOString()
    expect(await ana.ask('sendInApp', sent, { key: newId() })).toMatchObject({
      code: 'limitExceeded',
      details: { row: 'L-08', leftCents: 50_00, freesAt },
    })

    const until = new Date(now + 86_400_000)
    await db
      .insertInto('coolings')
      .values({ owner_id: ana.id, cause: 'passwordReset', started_at: new Date(now), ends_at: until })
      .execute()
    const withdrawn = { email: ana.email, fullName: ana.fullName, amount: 20_00, currency: 'USD' }
    expect(await ana.ask('withdrawPaypal', withdrawn, { key: newId() })).toMatchObject({
      code: 'accountRestricted',
      details: { reason: 'passwordReset', until: until.toISOString() },
    })
  })
})

describe('amounts', () => {
  const app = appOfFile()
  const { aPerson } = worldOf(app)

  test('C-31 are whole cents in requests and answers: a client that thinks in dollars pays too little, never too much', async () => {
    const [ana, ben] = [await aPerson(), await aPerson()]
    await withBalance(app.services, ana, 200_00)
    const send = (amount: unknown) =>
      ana.ask('sendInApp', { toUser: ben.userId, amount, currency: 'USD' }, { key: newId() })
    for (const amount of [12.34, '1234', 0, -1234, null])
      expect(await send(amount)).toMatchObject({ status: 400, code: 'invalidAmount' })
    expect((await send(1234)).data).toMatchObject({ totalCharge: 1234, fee: 0, balance: 187_66 })
    const { items } = (await ben.ask('listTransactions', {})).data as { items: { amount: number }[] }
    expect(items.map(({ amount }) => amount)).toEqual([1234])
    expect((await ana.ask('wallet', undefined)).data).toMatchObject({ USD: 187_66 })
    expect((await ana.ask('feeAmount', { amount: 10_000, opFee: 'bank' })).data).toMatchObject({ amount: 10_000 })
  })
})
