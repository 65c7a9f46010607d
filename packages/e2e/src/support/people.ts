/**
 * People for the journeys, made over HTTP by the very calls the screens make, codes and review included. Each test
 * makes its own; names carry a random part, so that neither order nor repetition matters.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { Client, ClientOptions } from '@puente/client'
import type { Language } from '@puente/contract'
import { codeFor, eventually, nextIdentityCheck } from './sandbox.ts'
import { call, openSession } from './server.ts'

/** How far an account is verified: nothing, email only, both contacts, identity. */
export type Stage = 'N' | 'E' | 'V' | 'T1'

export type Identity = { fullName: string; email: string; phone: string; password: string }

export type Person = Identity & {
  /** The handle others send to. */
  handle: string
  /** Calls the server as this person, in a session of its own. */
  call: Client['call']
  upload: Client['upload']
  /** What can be spent now, in cents. */
  balance: () => Promise<number>
}

export type Wanted = { stage?: Stage; cents?: number; fullName?: string; lang?: Language }

export const address = { line1: '350 Brickell Ave', city: 'Miami', state: 'FL', zipCode: '33131' }
export const birthday = '1990-05-17'

const FIRST = ['Ana', 'Marta', 'Jorge', 'Elena', 'Tomás', 'Lucía', 'Diego', 'Irene', 'Pablo', 'Sofía']
const LAST = ['Rivera', 'Núñez', 'Castillo', 'Ferrer', 'Ibarra', 'Salas', 'Vega', 'Quintana', 'Mora', 'Lozano']
const pick = (names: readonly string[]) => names[randomInt(names.length)] ?? ''

/** Random letters, so that names and addresses are unique. */
const unique = () => [...randomBytes(6)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')

/** A person who has no account yet. */
export const newIdentity = (fullName?: string): Identity => {
  const tag = unique()
  return {
    fullName: fullName ?? `${pick(FIRST)} ${pick(LAST)} ${tag.replace(/^./, (letter) => letter.toUpperCase())}`,
    email: `${tag}@journeys.example.com`,
    phone: `+1305${randomInt(2, 10)}${String(randomInt(1_000_000)).padStart(6, '0')}`,
    password: `Bridge over ${unique()} 7`,
  }
}

/** Answers what asks for a proof with the code of its SMS. */
const provesBySms =
  ({ phone }: Identity): ClientOptions['onStepUp'] =>
  async ({ factors, begin }) => {
    if (!factors.includes('code')) return null
    const known = await codeFor(phone)
    await begin('code')
    return { code: await codeFor(phone, known) }
  }

/** A person with an account, outside any browser; signs in unless given a sign-up token. */
export const asPerson = async (identity: Identity, signUpToken?: string): Promise<Person> => {
  const { email, password } = identity
  const token = signUpToken ?? (await call('signIn', { email, password })).token
  const { client } = await openSession(token, provesBySms(identity))
  const { publicTransactionId } = await client.call('me')
  return {
    ...identity,
    handle: publicTransactionId,
    call: client.call,
    upload: client.upload,
    balance: async () => (await client.call('wallet')).USD,
  }
}

const upload = (person: Person, photo: Buffer, fields: Record<string, string>) =>
  person.upload('uploadKycPhoto', fields, new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }))

const verifyEmail = async (person: Person) => {
  await person.call('requestEmailCode')
  await person.call('confirmEmail', { emailToken: await codeFor(person.email) })
}

const verifyPhone = async (person: Person) => {
  await person.call('registerPhone', { phone: person.phone })
  await person.call('confirmPhone', { code: await codeFor(person.phone) })
}

/** Submits a complete identity check; the review ends about two seconds later. */
export const handInIdentity = async (person: Person, photo: Buffer): Promise<void> => {
  await upload(person, photo, { type: 'selfieId', docType: 'passport', side: 'front' })
  await upload(person, photo, { type: 'selfie' })
  await person.call('updateProfile', { kyc: true, fullName: person.fullName, birthday, nationality: 'US', address })
}

/** The reviewer need not take his time where a test is about something else; a moment, so that our own record of the check comes first. */
const verifyIdentity = async (person: Person, photo: Buffer) => {
  await nextIdentityCheck(person.email, { decision: 'approve', afterMs: 200 })
  await handInIdentity(person, photo)
  await eventually(`tier 1 of ${person.email}`, async () => ((await person.call('me')).KYC.tier >= 1 ? true : null))
}

/** The most that one deposit may bring, by tier. */
const DEPOSIT_MOST_CENTS = { V: 250_00, T1: 1000_00 }

/** Deposits test money for a person, in as few deposits as their limits allow. */
export const fund = async (
  person: Person,
  cents: number,
  stage: keyof typeof DEPOSIT_MOST_CENTS = 'T1',
): Promise<void> => {
  const most = DEPOSIT_MOST_CENTS[stage]
  for (let left = cents; left > 0; left -= most) await person.call('testFunds', { amount: Math.min(left, most) })
}

/** Makes people who have come as far as a test wants them. */
export const peopleMaker =
  (photo: Buffer) =>
  async ({ stage = 'T1', cents = 0, fullName, lang = 'en' }: Wanted = {}): Promise<Person> => {
    const identity = newIdentity(fullName)
    const { email, password } = identity
    const { token } = await call('signUp', { email, password, fullName: identity.fullName, business: false, lang })
    const person = await asPerson(identity, token)
    if (stage === 'N') return person
    await verifyEmail(person)
    if (stage === 'E') return person
    await verifyPhone(person)
    if (stage === 'T1') await verifyIdentity(person, photo)
    await fund(person, cents, stage)
    return person
  }
export type MakePerson = ReturnType<typeof peopleMaker>
