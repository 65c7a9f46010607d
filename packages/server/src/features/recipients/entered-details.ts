import type { Input } from '@puente/contract'
import { requireContacts, requireOpen, requireTerms, requireTier } from '#features/accounts/index.ts'
import { dayIn, isAdultBirthday, placeFit, zipPlaces } from '#features/profile/index.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { bankNameOf } from './bank-names.ts'
import type { RecipientDetails } from './recipient.ts'

/** Only a verified person has bank accounts to withdraw to, and none that is frozen gets another. */
export const requireKeeper = (user: UserCtx['user']): void => {
  requireOpen(user)
  requireContacts(user)
  requireTerms(user)
  requireTier(user, 1)
}

type Entered = Omit<Input<'addRecipient'>, 'accountNumber'>

/**
 * What the form of a call cannot say of its fields. Refuses with `invalidBirthDay` a person without a birthday or under age, and
 * with `invalidZipCode` a ZIP code of another place. `cityWarning`: the city is not the usual one of the ZIP code.
 */
export const checkEntered = async (
  { clock, timeZone }: Pick<UserCtx, 'clock' | 'timeZone'>,
  { personType, birthday, ...place }: Entered,
): Promise<{ cityWarning: boolean }> => {
  const isPerson = personType === 'personal'
  if (isPerson && (birthday === undefined || !isAdultBirthday(birthday, dayIn(clock.now(), timeZone))))
    throw new Refusal('invalidBirthDay', { field: 'birthday' })
  const fit = placeFit(await zipPlaces(), place)
  if (fit === 'otherState') throw new Refusal('invalidZipCode', { field: 'zipCode' })
  return { cityWarning: fit === 'otherCity' }
}

/** What was entered, as it is kept: a business has no birthday. */
export const enteredDetails = (entered: Entered, accountNumber: string): RecipientDetails => ({
  fullName: entered.fullName,
  email: entered.email,
  accountType: entered.accountType,
  routingNumber: entered.routingNumber,
  accountNumber,
  bankName: bankNameOf(entered.routingNumber),
  personType: entered.personType,
  address: entered.address,
  city: entered.city,
  state: entered.state,
  zipCode: entered.zipCode,
  birthday: entered.personType === 'personal' ? (entered.birthday ?? null) : null,
  type: entered.type,
})
