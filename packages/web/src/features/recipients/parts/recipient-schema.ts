/** The form of a bank account, on the contract's own fields. */
import {
  ACCOUNT_TYPES,
  AccountNumberIn,
  EmailIn,
  PERSON_TYPES,
  RECIPIENT_TYPES,
  RecipientNameIn,
  RoutingNumberIn,
} from '@puente/contract'
import * as z from 'zod/mini'
import { AddressGiven, given } from '#lib/forms/address.ts'
import { birthdayGiven } from '#lib/forms/birthday.ts'

const { line1, city, state, zipCode } = AddressGiven.shape

/**
 * @param latest the last birthday that is old enough
 * @param keepsNumber an account that is stored keeps its number while the field is left empty
 */
export const recipientSchema = (latest: string, keepsNumber: boolean) =>
  z
    .object({
      personType: z.enum(PERSON_TYPES),
      type: z.enum(RECIPIENT_TYPES),
      fullName: RecipientNameIn,
      birthday: z.string(),
      email: EmailIn,
      accountType: z.enum(ACCOUNT_TYPES),
      routingNumber: given('routingMissing', RoutingNumberIn),
      accountNumber: keepsNumber
        ? z.union([z.literal(''), AccountNumberIn], 'invalidAccountNumber')
        : given('accountMissing', AccountNumberIn),
      accountAgain: z.string().check(z.trim()),
      address: z.object({ line1, city, state, zipCode }),
    })
    .check(
      z.check(({ value, issues }) => {
        if (value.accountNumber !== value.accountAgain)
          issues.push({ code: 'custom', message: 'numbersDiffer', input: value.accountAgain, path: ['accountAgain'] })
        const birthday = value.personType === 'personal' ? birthdayGiven(latest).safeParse(value.birthday) : null
        const message = birthday?.error?.issues[0]?.message
        if (message !== undefined) issues.push({ code: 'custom', message, input: value.birthday, path: ['birthday'] })
      }),
    )
