import { createPublicKey, verify } from 'node:crypto'
import { Configuration, PlaidApi, type Transaction } from 'plaid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually, secrets, startWorld } from '../test/world.ts'
import type { TestWorld } from '../test/world.ts'

let world: TestWorld

const api = (clientId = secrets.plaidClientId) =>
  new PlaidApi(
    new Configuration({
      basePath: `${world.sandbox.url}/wire/plaid`,
      baseOptions: { timeout: 5000, headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secrets.plaidSecret } },
    }),
  )

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const sync = async (cursor?: string, count?: number) =>
  (
    await api().transactionsSync({
      access_token: secrets.plaidAccessToken,
      ...(cursor !== undefined && { cursor }),
      ...(count !== undefined && { count }),
    })
  ).data

const credit = { reference: '123456789', amountCents: 10_101, senderName: 'Ana López', memo: 'ABCD2345' }
const paid = async (more: object = {}): Promise<string> =>
  (await world.control('/zelle/credits', { ...credit, ...more })).body.id
const refusal = (error: { response?: { data?: unknown } }) => error.response?.data

test('a payment is a line with a negative amount, told once to who keeps the cursor', async () => {
  const id = await paid()
  const first = await sync()
  expect(first.added).toEqual([
    expect.objectContaining({
      transaction_id: id,
      account_id: secrets.plaidAccountId,
      amount: -101.01,
      iso_currency_code: 'USD',
      pending: false,
      pending_transaction_id: null,
      original_description: 'Zelle payment from ANA LÓPEZ for "ABCD2345"; Conf# 123456789',
      payment_meta: expect.objectContaining({ reference_number: '123456789', payer: 'Ana López', reason: 'ABCD2345' }),
    } satisfies Partial<Transaction> as object),
  ])
  expect(await sync(first.next_cursor)).toMatchObject({ added: [], modified: [], removed: [], has_more: false })
})

test('a pending line gives way to a posted one that names it, and a posted one can be withdrawn', async () => {
  const id = await paid({ pending: true })
  const before = await sync()
  expect(before.added).toMatchObject([{ transaction_id: id, pending: true }])
  await world.control(`/zelle/credits/${id}/post`)
  const after = await sync(before.next_cursor)
  expect(after.removed).toMatchObject([{ transaction_id: id }])
  expect(after.added).toMatchObject([{ pending: false, pending_transaction_id: id }])
  expect(await world.control(`/zelle/credits/${id}/post`)).toMatchObject({ status: 409 })
  await world.control(`/zelle/credits/${id}/remove`)
  const posted = after.added[0]?.transaction_id
  expect((await sync(after.next_cursor)).removed).toMatchObject([{ transaction_id: posted }])
  expect((await world.read('/book?provider=zelle')).body).toMatchObject([{ kind: 'credit' }, { kind: 'removal' }])
})

test('a posted credit is paid back once, in a line of its own that goes out', async () => {
  const id = await paid({ pending: true })
  expect(await world.control(`/zelle/credits/${id}/pay-back`)).toMatchObject({ status: 409 })
  await world.control(`/zelle/credits/${id}/post`)
  const before = await sync()
  const back = await world.control(`/zelle/credits/${id}/pay-back`)
  expect((await sync(before.next_cursor)).added).toEqual([
    expect.objectContaining({
      transaction_id: back.body.id,
      amount: 101.01,
      pending: false,
      original_description: expect.stringContaining('Zelle payment to ANA LÓPEZ for "Refund of 123456789"; Conf# '),
      payment_meta: expect.objectContaining({ payee: 'Ana López', payer: null, reason: 'Refund of 123456789' }),
    }),
  ])
  expect(await world.control(`/zelle/credits/${id}/pay-back`)).toMatchObject({ status: 409 })
  expect(await world.control(`/zelle/credits/${back.body.id}/pay-back`)).toMatchObject({ status: 409 })
  expect((await world.read('/zelle/credits')).body).toHaveLength(1)
  expect((await world.read('/book?provider=zelle')).body).toMatchObject([{ kind: 'credit' }, { kind: 'refund' }])
})

test('pages follow one another, and what came and went in between is not told', async () => {
  await paid()
  await paid()
  const page = await sync(undefined, 1)
  expect(page).toMatchObject({ has_more: true, added: [{}] })
  expect(await sync(page.next_cursor, 1)).toMatchObject({ has_more: false, added: [{}] })
  const end = (await sync()).next_cursor
  const gone = await paid()
  await world.control(`/zelle/credits/${gone}/remove`)
  expect(await sync(end)).toMatchObject({ added: [], removed: [] })
})

test('wrong credentials, a foreign token, an unknown field and a foreign cursor are refused in the words of Plaid', async () => {
  await expect(api('nobody').transactionsSync({ access_token: secrets.plaidAccessToken })).rejects.toSatisfy(
    (error: object) => (refusal(error) as { error_code: string }).error_code === 'INVALID_API_KEYS',
  )
  const codeOf = async (body: object) => {
    const answer = await fetch(`${world.sandbox.url}/wire/plaid/transactions/sync`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'plaid-client-id': secrets.plaidClientId,
        'plaid-secret': secrets.plaidSecret,
      },
      body: JSON.stringify(body),
    })
    return [answer.status, ((await answer.json()) as { error_code: string }).error_code]
  }
  const { plaidAccessToken: access_token } = secrets
  expect(await codeOf({ access_token: 'access-other' })).toEqual([400, 'INVALID_ACCESS_TOKEN'])
  expect(await codeOf({ access_token, cursr: 'x' })).toEqual([400, 'UNKNOWN_FIELDS'])
  expect(await codeOf({ access_token, cursor: 'x' })).toEqual([400, 'INVALID_FIELD'])
  expect(await codeOf({})).toEqual([400, 'MISSING_FIELDS'])
})

test('every change sends a trigger, signed over its body by a key that the wire hands out', async () => {
  await paid()
  const { headers, body, path } = await eventually(() => world.receiver.received[0])
  expect(path).toBe('/hooks/plaid')
  expect(JSON.parse(body)).toMatchObject({ webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE' })
  const token = String(headers['plaid-verification'])
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
  const { key } = (await api().webhookVerificationKeyGet({ key_id: kid })).data
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x, y: key.y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', signed, by, Buffer.from(signature, 'base64url'))).toBe(true)
  await expect(api().webhookVerificationKeyGet({ key_id: 'another' })).rejects.toThrow('400')
})

test('at the bank people pay any amount under any memo, and read their confirmation number', async () => {
  const form = { address: 'pay@puente.test', amount: '101.5', name: 'Ana López', memo: '' }
  const answer = await world.form('/bank/pay', form)
  expect(answer.status).toBe(303)
  const page = await (await world.page(String(answer.headers.get('location')))).text()
  const [line] = (await world.read('/zelle/credits')).body
  expect(line).toMatchObject({
    amountCents: 10_150,
    memo: null,
    state: 'posted',
    reference: expect.stringMatching(/^\d{10,11}$/),
  })
  expect(page).toContain(line.reference)
  expect(await (await world.page('/bank?amount=101.00&memo=ABCD2345')).text()).toMatch(/value="101.00"[^]*ABCD2345/)
  expect((await world.form('/bank/pay', { ...form, address: 'nobody@puente.test' })).status).toBe(400)
  expect((await world.form('/bank/pay', { ...form, amount: '1e3' })).status).toBe(400)
  await world.form(`/bank/credits/${line.id}/remove`, {})
  expect((await world.read('/zelle/credits')).body).toMatchObject([{ state: 'removed' }])
})
