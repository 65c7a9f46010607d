/**
 * People for tests, written straight into the tables: a test about money should not have to sign up, read a mail and
 * type a code first. Every person is a new one; none relies on another test's.
 */
import { randomInt } from 'node:crypto'
import { type StoredLanguage, userId } from '@puente/contract'
import {
  claimOf,
  freezeAccount,
  openAccount,
  recordTerms,
  setTier,
  takeClaim,
  updateAccount,
} from '#features/accounts/index.ts'
import { insertSession } from '#features/sessions/sessions-store.ts'
import { createBearers } from '#platform/crypto/bearer.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'

type Making = Pick<Services, 'clock' | 'config' | 'db' | 'keys' | 'live'>

export type UserOptions = {
  /** -1 to 2; from 0 on both contacts are verified and the terms accepted. */
  tier?: -1 | 0 | 1 | 2
  email?: string
  phone?: string | null
  fullName?: string
  handle?: string
  business?: boolean
  lang?: StoredLanguage
  emailVerified?: boolean
  phoneVerified?: boolean
  termsAccepted?: boolean
}

/** A person with what a test needs to act as them. */
export type TestUser = {
  /** Bare uuid. */
  id: string
  /** As it goes over the wire. */
  userId: `usr_${string}`
  email: string
  password: string
  phone: string | null
  fullName: string
  handle: string
  referralCode: string
}

/** Everybody's password: one hash for the whole run. */
export const PASSWORD = 'Verde-Luna-42'
let hashed: Promise<string> | undefined
const passwordHash = (config: Services['config']): Promise<string> =>
  (hashed ??= createPasswords(config.argon2).hash(PASSWORD))

const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('')
/** Codes of places: a number of no place counts as disposable where rewards are earned. */
const AREAS = ['202', '212', '305', '312', '415', '503', '617', '702', '808', '915'] as const
/** A number of the numbering plan that no other account of the run has. */
export const aPhone = (): string => `+1${AREAS[randomInt(AREAS.length)]}${randomInt(2, 10)}${digits(6)}`
export const anEmail = (): string => `user-${newId()}@example.com`

/** A person who has signed up: nothing verified, unless the options say so. */
export const aUser = async (services: Making, options: UserOptions = {}): Promise<TestUser> => {
  const { db, keys, clock, config } = services
  const { tier = -1, email = anEmail(), fullName = 'Maria López', business = false, lang = 'en-US' } = options
  const isVerified = tier >= 0
  const { emailVerified = isVerified, phoneVerified = isVerified, termsAccepted = isVerified } = options
  const phone = options.phone === undefined ? (phoneVerified ? aPhone() : null) : options.phone
  const id = newId()
  const handle = options.handle ?? `test-${id.replaceAll('-', '').slice(-20)}`
  const referralCode = id.replaceAll('-', '').slice(-8)
  const hash = await passwordHash(config)
  await transaction(db, 'make a user', async (trx) => {
    const at = clock.now()
    await openAccount(trx, {
      id,
      email,
      fullName,
      handle,
      isBusiness: business,
      lang,
      referralCode,
      passwordHash: hash,
      referredBy: null,
      at,
    })
    await takeClaim(trx, 'email', claimOf(keys, 'email', email), id)
    await takeClaim(trx, 'handle', claimOf(keys, 'handle', handle), id)
    await takeClaim(trx, 'referral', claimOf(keys, 'referral', referralCode), id)
    if (phone !== null && phoneVerified) await takeClaim(trx, 'phone', claimOf(keys, 'phone', phone), id)
    if (termsAccepted) await recordTerms(services, trx, { ownerId: id, lang, at })
  })
  // Apart, as in the product: `insertPerson` says why.
  await transaction(db, 'make a user known', async (trx) => {
    const at = clock.now()
    await updateAccount(
      services,
      trx,
      id,
      {
        ...(phone === null ? {} : { phone }),
        ...(emailVerified ? { emailVerifiedAt: at } : {}),
        ...(phoneVerified ? { phoneVerifiedAt: at } : {}),
        ...(tier >= 1 ? { nameBirthAt: at, birthday: '1990-05-17' } : {}),
      },
      [],
    )
    if (tier >= 0) await setTier(services, trx, id, tier)
  })
  return { id, userId: userId(id), email, password: PASSWORD, phone, fullName, handle, referralCode }
}

/** A person with both contacts verified and the terms accepted; tier 1 unless said otherwise. */
export const aVerifiedUser = (services: Making, options: UserOptions = {}): Promise<TestUser> =>
  aUser(services, { tier: 1, ...options })

/** Opens a session for the person and answers with the headers of their calls. */
export const signedIn = async (services: Making, user: Pick<TestUser, 'id'>): Promise<{ authorization: string }> => {
  const { db, keys, clock, config } = services
  const sessionId = newId()
  const at = clock.now()
  const end = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  await transaction(db, 'open a session', (trx) =>
    insertSession(trx, {
      ownerId: user.id,
      sessionId,
      at,
      factor: 'password',
      idleExpiresAt: end(15),
      absoluteExpiresAt: end(720),
      userAgent: null,
      agent: null,
      network: 'test',
    }),
  )
  const { bearer } = await createBearers(keys.bearer, clock, config.publicUrl).sign({
    userId: user.id,
    sessionId,
    accessLevel: 0,
    amr: ['pwd'],
    authenticatedAt: at,
  })
  return { authorization: `Bearer ${bearer}` }
}

/** Operators find out whose the account is; what the owner may have frozen beside it stays. */
export const putInDoubt = async ({ db, clock, live }: Making, ownerId: string): Promise<void> => {
  const freeze = { ownerId, at: clock.now(), cause: 'operator', publicReason: 'identityDoubt' } as const
  await transaction(db, 'put in doubt', (trx) => freezeAccount({ live }, trx, freeze))
}

/** Gives the person money out of a house account of its own, through the ledger. */
export const withBalance = async (
  services: Pick<Services, 'ledger'>,
  user: Pick<TestUser, 'id'>,
  amountCents: bigint | number,
): Promise<void> => {
  const amount = BigInt(amountCents)
  const transferId = newId()
  const source = services.ledger.house('settlement:test', user.id)
  const outcome = await services.ledger.post({
    ownerId: user.id,
    key: `test-balance-${transferId}`,
    requestHash: transferId,
    kind: 'test.balance',
    transferId,
    legs: [
      { ...source, amountCents: -amount },
      { ownerId: user.id, account: 'wallet', amountCents: amount },
    ],
  })
  if (!outcome.accepted) throw new Error(`no balance could be given: ${outcome.refusal.code}`)
}
