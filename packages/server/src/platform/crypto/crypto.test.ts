import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { testClock } from '../clock.ts'
import { type BearerKeys, keyRing } from '../key-rings.ts'
import { BEARER_SECONDS, createBearers } from './bearer.ts'
import { createPasswords } from './passwords.ts'
import { decryptBytes, decryptField, encryptField, DecryptionFailed, encryptBytes } from './field-encryption.ts'
import { blindIndex, codeHmac, hashToken, newCode, newToken, sameBytes } from './tokens.ts'

const keyOf = (kid: string) => ({ kid, key: randomBytes(32) })
const aKey = () => createSecretKey(randomBytes(32))

describe('field encryption', () => {
  const place = { table: 'users', column: 'phone_sealed', row: 'a' }
  const older = keyOf('one')
  const ring = keyRing([keyOf('two'), older])

  test('what was encrypted for a place decrypts there, and only there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const encrypted = encryptField(ring, place, text)
        expect(encrypted).toMatch(/^v1\.two\.[\w-]{16}\.[\w-]{22,}$/)
        expect(decryptField(ring, place, encrypted)).toBe(Buffer.from(text).toString())
      }),
    )
    const encrypted = encryptField(ring, place, '+1 202 555 0100')
    for (const elsewhere of [
      { ...place, row: 'b' },
      { ...place, column: 'x' },
      { ...place, table: 'x' },
    ]) {
      expect(() => decryptField(ring, elsewhere, encrypted)).toThrow(DecryptionFailed)
    }
  })

  test('the same text is never encrypted the same way twice', () => {
    expect(encryptField(ring, place, 'x')).not.toBe(encryptField(ring, place, 'x'))
  })

  test('an altered character makes decryption fail', () => {
    const encrypted = encryptField(ring, place, 'secret')
    for (let at = 0; at < encrypted.length - 1; at += 1) {
      const altered = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`
      expect(() => decryptField(ring, place, altered)).toThrow(DecryptionFailed)
    }
    for (const odd of ['', 'v1', 'v1.two..', `${encrypted}.x`, 'v2.two.a.b'])
      expect(() => decryptField(ring, place, odd)).toThrow(DecryptionFailed)
  })

  test('an older key still decrypts, an unknown one does not', () => {
    const encrypted = encryptBytes(keyRing([older]), place, Buffer.from([0, 255]))
    expect(decryptBytes(ring, place, encrypted)).toEqual(Buffer.from([0, 255]))
    expect(() => decryptBytes(keyRing([keyOf('three')]), place, encrypted)).toThrow(DecryptionFailed)
  })
})

describe('tokens and codes', () => {
  test('[V7.2.3] a token has 256 bits and fits a URL; its hash is stable', () => {
    const token = newToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(hashToken(token)).toEqual(hashToken(token))
    expect(hashToken(token)).not.toEqual(hashToken(newToken()))
  })

  test('a code is six digits, leading zeros included', () => {
    const codes = Array.from({ length: 500 }, newCode)
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(480)
  })

  test('the hash of a code fits one challenge and one purpose under one key', () => {
    const [keys, other] = [{ otp: keyRing([keyOf('one')]) }, { otp: keyRing([keyOf('one')]) }]
    const hash = codeHmac(keys, { codeId: 'a', purpose: 'phone' }, '123456')
    expect(codeHmac(keys, { codeId: 'a', purpose: 'phone' }, '123456')).toEqual(hash)
    for (const wrong of [
      codeHmac(keys, { codeId: 'b', purpose: 'phone' }, '123456'),
      codeHmac(keys, { codeId: 'a', purpose: 'email' }, '123456'),
      codeHmac(keys, { codeId: 'a', purpose: 'phone' }, '123457'),
      codeHmac(other, { codeId: 'a', purpose: 'phone' }, '123456'),
    ]) {
      expect(sameBytes(wrong, hash)).toBe(false)
    }
  })

  test('a blind index tells kinds and keys apart', () => {
    const keys = { blindIndex: aKey() }
    expect(blindIndex(keys, 'email', 'a@b.test')).toBe(blindIndex(keys, 'email', 'a@b.test'))
    expect(blindIndex(keys, 'email', 'a@b.test')).not.toBe(blindIndex(keys, 'phone', 'a@b.test'))
    expect(blindIndex({ blindIndex: aKey() }, 'email', 'a@b.test')).not.toBe(blindIndex(keys, 'email', 'a@b.test'))
  })
})

describe('passwords', () => {
  const strength = { memoryKib: 64, passes: 2, lanes: 1, atOnce: 1 }
  const passwords = createPasswords(strength)

  test('the right password verifies, any other and that of no account do not', async () => {
    const stored = await passwords.hash('Pässword 1 ')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/)
    expect(await passwords.verify(stored, 'Pässword 1 ')).toBe(true)
    expect(await passwords.verify(stored, 'Pässword 1')).toBe(false)
    expect(await passwords.verify(null, 'Pässword 1 ')).toBe(false)
  })

  test('a hash of weaker parameters is outdated', async () => {
    const stored = await passwords.hash('x')
    expect(passwords.isOutdated(stored)).toBe(false)
    expect(createPasswords({ ...strength, passes: 3 }).isOutdated(stored)).toBe(true)
    expect(createPasswords({ ...strength, memoryKib: 128 }).isOutdated(stored)).toBe(true)
  })
})

describe('bearers', () => {
  const issuer = 'https://puente.example'
  const pairOf = (kid: string) => ({ kid, key: generateKeyPairSync('ed25519') })
  const [first, second] = [pairOf('first'), pairOf('second')]
  type Pair = typeof first
  const ringOf = (...pairs: [Pair, ...Pair[]]): BearerKeys => ({
    current: pairs[0],
    find: (kid) => pairs.find((one) => one.kid === kid)?.key,
    all: () => pairs,
  })
  const keys = ringOf(first)
  const claims = {
    userId: '0198c0de-0000-7000-8000-000000000001',
    sessionId: '0198c0de-0000-7000-8000-000000000002',
    accessLevel: 1,
  }
  const opened = { amr: ['pwd'], authenticatedAt: new Date('2026-11-21T12:00:00Z') }

  test('a bearer says who it is for, for five minutes', async () => {
    const clock = testClock()
    const bearers = createBearers(keys, clock, issuer)
    const { bearer, expiresAt } = await bearers.sign({ ...claims, ...opened })
    expect(await bearers.verify(bearer)).toEqual({ ...claims, expiresAt })
    const said = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(said).toMatchObject({ typ: 'access', amr: ['pwd'], auth_time: Date.parse('2026-11-21T12:00:00Z') / 1000 })
    clock.advance((BEARER_SECONDS + 1) * 1000)
    expect(await bearers.verify(bearer)).toBe('expired')
  })

  test('another key, another origin, another kind and no signature are all invalid', async () => {
    const clock = testClock()
    const { bearer } = await createBearers(keys, clock, issuer).sign({ ...claims, ...opened })
    const stranger = ringOf({ kid: first.kid, key: second.key })
    expect(await createBearers(stranger, clock, issuer).verify(bearer)).toBe('invalid')
    expect(await createBearers(keys, clock, 'https://else.example').verify(bearer)).toBe('invalid')
    const forged = (payload: Record<string, unknown>) =>
      new SignJWT({ typ: 'access', sid: claims.sessionId, accessLevel: 1, ...payload })
        .setProtectedHeader({ alg: 'EdDSA', kid: first.kid })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(claims.userId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(first.key.privateKey)
    const bearers = createBearers(keys, clock, issuer)
    expect(await bearers.verify(await forged({}))).toMatchObject(claims)
    expect(await bearers.verify(await forged({ typ: 'refresh' }))).toBe('invalid')
    expect(await bearers.verify(await forged({ sid: 'x' }))).toBe('invalid')
    const [, payload] = bearer.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: first.kid })).toString('base64url')
    for (const odd of [`${none}.${payload}.`, '', 'a.b.c', `${bearer}x`])
      expect(await bearers.verify(odd)).toBe('invalid')
  })

  test('a bearer that was found good once still runs out, and another beginning like it is not taken for it', async () => {
    const clock = testClock()
    const bearers = createBearers(keys, clock, issuer)
    const { bearer } = await bearers.sign({ ...claims, ...opened })
    for (let n = 0; n < 3; n += 1) expect(await bearers.verify(bearer)).toMatchObject(claims)
    const altered = `${bearer.slice(0, -2)}${bearer.at(-2) === 'A' ? 'B' : 'A'}${bearer.slice(-1)}`
    expect(await bearers.verify(altered)).toBe('invalid')
    clock.advance(BEARER_SECONDS * 1000)
    expect(await bearers.verify(bearer)).toBe('expired')
  })

  test('a bearer of the key before the newest is still good', async () => {
    const clock = testClock()
    const { bearer } = await createBearers(keys, clock, issuer).sign({ ...claims, ...opened })
    const rotated = ringOf(second, first)
    expect(await createBearers(rotated, clock, issuer).verify(bearer)).toMatchObject(claims)
  })
})
