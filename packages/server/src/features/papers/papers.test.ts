import { createHash, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { rotateKeys } from '#platform/key-changes.ts'
import { withClient } from '#platform/db/pool.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { qrTextOf, unpackedPdf } from '#test/pdf.ts'
import { appOfFile } from '#test/suite.ts'
import { inLine, issuePaper } from './issue-paper.ts'

const app = appOfFile()

const issue = async (owner: Pick<TestUser, 'id'>) => {
  const file = await issuePaper(
    { ...app.services, language: 'en', timeZone: 'America/New_York' },
    {},
    {
      ownerId: owner.id,
      kind: 'receipt',
      totals: [{ name: 'amount', cents: 25_00 }],
      contentOf: ({ both }) => ({ title: both('receipt.title'), subject: 'PU-7K2M9QXW' }),
    },
  )
  // The code is what a reader takes from the paper; here, from the address in the text beside its QR code.
  const [, code = ''] = /\/verify\/([2-9a-z]{20})/.exec(Buffer.from(file.bytes).toString('latin1')) ?? []
  return { bytes: file.bytes, code }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const verified = (code: string) => app.call('verifyPaper', { code })

test('whoever has a paper learns that it was issued, and nothing of whose it is; one changed byte is another hash', async () => {
  const owner = await aUser(app.services, { tier: 1, fullName: 'Ana Ruiz' })
  const { bytes, code } = await issue(owner)
  const { data, status } = await verified(code)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    kind: 'receipt',
    issuer: 'Puente',
    totals: [{ name: 'amount', cents: 25_00 }],
    currency: 'USD',
    hash: sha256(bytes),
    valid: true,
  })
  const said = JSON.stringify(data)
  for (const secret of [owner.id, owner.handle, owner.email, 'Ana', 'PU-7K2M9QXW']) expect(said).not.toContain(secret)
  const changed = Uint8Array.from(bytes)
  changed[Math.floor(bytes.length / 2)]! ^= 1
  expect(sha256(changed)).not.toBe(data.hash)
  // As it is printed, in groups and capitals.
  expect((await verified(code.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-'))).data.hash).toBe(data.hash)
})

test('a code that is unknown, malformed or missing is one answer', async () => {
  const answers = await Promise.all(
    ['2'.repeat(20), 'short', '0'.repeat(20), 'x'.repeat(500), '../../etc'].map(verified),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(404)
    const { requestId: _, ...said } = body
    expect(said).toEqual({ code: 'notFound', message: answers[0]?.body.message, details: { field: 'code' } })
  }
})

test('X-34 the QR code on a paper leads to the page that checks it', async () => {
  const { bytes, code } = await issue(await aUser(app.services, { tier: 1 }))
  expect(qrTextOf(unpackedPdf(bytes))).toBe(`${app.services.config.publicUrl}/verify/${code}`)
})

test('X-34 with the public keys alone, what was signed can be checked without us, and a row that was altered is told', async () => {
  const { code } = await issue(await aUser(app.services, { tier: 1 }))
  const { data } = await verified(code)
  const { data: keys } = await app.call('paperKeys')
  const key = keys.items.find(({ kid }) => kid === data.key.kid)
  expect(key).toEqual(data.key)
  const publicKey = createPublicKey(key?.pem ?? '')
  expect(
    createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex'),
  ).toBe(key?.fingerprint)
  expect(data.signed).toBe(
    `puente paper 1\nkind receipt\nissued ${data.issuedAt}\namount 2500 USD cents\nsha256 ${data.hash}\n`,
  )
  expect(verify(null, Buffer.from(data.signed), publicKey, Buffer.from(data.signature, 'base64'))).toBe(true)
  await withClient(app.database.superuserUrl, (client) =>
    client.query(`update papers set totals = '[{"name":"amount","cents":990000}]'`),
  )
  expect((await verified(code)).data).toMatchObject({ valid: false, totals: [{ cents: 99_00_00 }] })
})

test('a paper stays good after its key was replaced; the old key keeps its public half and signs no more', async () => {
  const owner = await aUser(app.services, { tier: 1 })
  const { code } = await issue(owner)
  const old = app.services.keys.papers.current.kid
  const kid = rotateKeys(app.services.config.stateDir, 'papers', new Date())
  await expect.poll(() => app.services.keys.papers.current.kid, { timeout: 5_000 }).toBe(kid)
  expect((await verified(code)).data).toMatchObject({ valid: true, key: { kid: old, current: false } })
  expect(app.services.keys.papers.find(old)?.privateKey).toBeNull()
  const next = await issue(owner)
  expect((await verified(next.code)).data).toMatchObject({ valid: true, key: { kid, current: true } })
  // And once more, when the old one is public already.
  rotateKeys(app.services.config.stateDir, 'papers', new Date())
  await expect.poll(() => app.services.keys.papers.all().length, { timeout: 5_000 }).toBe(3)
  expect((await verified(code)).data.valid).toBe(true)
})

test('one person has two papers in the line at a time, and others have theirs', async () => {
  const held = Promise.withResolvers<void>()
  const own = [1, 2].map(() => inLine('ana', () => held.promise))
  await expect(inLine('ana', async () => 'third')).rejects.toThrow('tooManyRequests')
  expect(await inLine('ben', async () => 'first')).toBe('first')
  held.resolve()
  await Promise.all(own)
  expect(await inLine('ana', async () => 'next')).toBe('next')
})
