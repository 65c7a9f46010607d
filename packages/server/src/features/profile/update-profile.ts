import { type Address, type Input, languageOf, type Output, STORED_LANGUAGES } from '@puente/contract'
import {
  type Account,
  type AccountChange,
  lockAccount,
  requireContacts,
  termsAccepted,
  updateAccount,
} from '#features/accounts/index.ts'
import { submitIfComplete, isUnderReview } from '#features/kyc/index.ts'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { birthdayRefusal, dayIn, detailRefusal, isCountry, nameRefusal } from './profile-rules.ts'
import { imageUrl } from './read-me.ts'
import { placeFit, zipPlaces } from './zip-places.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** Its owner changed what the account says of them; the fields are those of `clients/me`. */
    'profile.changed': { ownerId: string; fields: string[] }
  }
}

type Asked = Input<'updateProfile'>

/** The name and birth step wants all four at once. */
const requireLegalPart = ({ fullName, birthday, nationality, address }: Asked): void => {
  if (fullName === undefined || fullName === '') throw new Refusal('fullBName', { field: 'fullName' })
  if (birthday === undefined) throw new Refusal('invalidBirthDay', { field: 'birthday' })
  if (nationality === undefined) throw new Refusal('invalidRequest', { field: 'nationality' })
  if (address === undefined) throw new Refusal('addressMissing', { field: 'address' })
}

/** What needs no look at the account. */
const requireSoundFields = async ({ fullName, address, nationality }: Asked): Promise<void> => {
  if (fullName === '') throw new Refusal('fullNameMissing', { field: 'fullName' })
  if (address && placeFit(await zipPlaces(), address) === 'otherState')
    throw new Refusal('invalidZipCode', { field: 'address.zipCode' })
  if (nationality !== undefined && !isCountry(nationality))
    throw new Refusal('invalidRequest', { field: 'nationality' })
}

const isSameAddress = (a: Address, b: Address | null): boolean =>
  b !== null &&
  (['line1', 'line2', 'city', 'state', 'zipCode'] as const).every((part) => (a[part] ?? '') === (b[part] ?? ''))

const changeOf = (
  person: Account & { isUnderReview: boolean },
  asked: Asked,
  today: string,
  at: Date,
): AccountChange => {
  // A number is changed by proving it, never by writing it here.
  if (asked.phone !== undefined && asked.phone !== person.phone)
    throw new Refusal('invalidPhoneNumber', { field: 'phone' })
  const change: AccountChange = {}
  if (asked.fullName !== undefined && asked.fullName !== person.fullName) {
    const refusal = nameRefusal(person, asked.fullName)
    if (refusal) throw new Refusal(refusal, { field: 'fullName' })
    change.fullName = asked.fullName
    change.fullNameChanges = person.fullNameChanges + 1
  }
  if (asked.birthday !== undefined) {
    const refusal = birthdayRefusal(person, asked.birthday, today)
    if (refusal) throw new Refusal(refusal, { field: 'birthday' })
    if (asked.birthday !== person.birthday) {
      change.birthday = asked.birthday
      if (person.birthday !== null) change.birthdayChanges = person.birthdayChanges + 1
    }
  }
  if (asked.lang !== undefined) change.lang = STORED_LANGUAGES[languageOf(asked.lang) ?? 'en']
  const keep = (field: 'address' | 'nationality', isSame: boolean): void => {
    const refusal = detailRefusal(person, isSame)
    if (refusal) throw new Refusal(refusal, { field, reason: 'verified' })
  }
  if (asked.address !== undefined) {
    keep('address', isSameAddress(asked.address, person.address))
    change.address = asked.address
  }
  if (asked.nationality !== undefined) {
    keep('nationality', asked.nationality === person.nationality)
    change.nationality = asked.nationality
  }
  if (asked.kyc === true && person.nameBirthAt === null) change.nameBirthAt = at
  return change
}

/** What says something else than before. */
const changedFields = (before: Account, after: Account): string[] => {
  const isSame = {
    fullName: before.fullName === after.fullName,
    birthday: before.birthday === after.birthday,
    address: after.address === null || isSameAddress(after.address, before.address),
    nationality: before.nationality === after.nationality,
    lang: before.lang === after.lang,
  }
  return Object.entries(isSame).flatMap(([field, same]) => (same ? [] : [field]))
}

/** Fields of `clients/me` that a change touches. */
const fieldsOf = (change: AccountChange): string[] => {
  const names = Object.keys(change).filter((name) => !name.endsWith('Changes'))
  return names.map((name) => (name === 'nameBirthAt' ? 'KYC' : name))
}

const profileOf = (person: Account): Output<'updateProfile'> => ({
  emailVerified: person.emailVerified,
  publicTransactionId: person.handle,
  image: imageUrl(person),
  phoneVerified: person.phoneVerified,
  address: person.address,
  lang: person.lang,
  phone: person.phone,
  fullName: person.fullName,
  birthday: person.birthday,
  email: person.email,
  tCAccepted: termsAccepted(person),
})

/** Changes own data. With `kyc: true` it is the name and birth step, which may complete the file and send it to review. */
export const updateProfile = async (ctx: UserCtx, asked: Asked): Promise<Output<'updateProfile'>> => {
  if (asked.kyc === true) {
    requireContacts(ctx.user)
    requireLegalPart(asked)
  }
  await requireSoundFields(asked)
  return transaction(ctx.db, 'update profile', async (trx) => {
    const at = ctx.clock.now()
    const before = await lockAccount(trx, ctx.keys, ctx.user.id)
    const standing = { ...before, isUnderReview: await isUnderReview(trx, before.id) }
    const change = changeOf(standing, asked, dayIn(at, ctx.timeZone), at)
    const fields = fieldsOf(change)
    const person = fields.length === 0 ? before : await updateAccount(ctx, trx, before.id, change, fields)
    const changed = changedFields(before, person)
    if (changed.length > 0)
      await ctx.events.record(trx, { event: 'profile.changed', data: { ownerId: before.id, fields: changed } })
    if (asked.kyc === true) await submitIfComplete(ctx, trx, person)
    await audit(trx, {
      actor: { kind: 'user', id: before.id, sessionId: ctx.user.sessionId },
      action: 'profile.updated',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { fields: fields.join(',') },
    })
    return profileOf(person)
  })
}
