import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { DayOut, EmailIn, lineIn, TimestampOut, dayIn } from '../fields.ts'
import { RecipientIdIn, RecipientIdOut } from '../ids.ts'
import {
  ACCOUNT_TYPES,
  AccountNumberIn,
  PERSON_TYPES,
  RECIPIENT_TYPES,
  RecipientNameIn,
  RoutingNumberIn,
} from '../recipient-fields.ts'

const addressLine = (max: number) => lineIn('addressMissing', max).check(z.minLength(1, 'addressMissing'))

const recipient = {
  fullName: RecipientNameIn,
  email: EmailIn,
  accountType: z._default(z.enum(ACCOUNT_TYPES, 'invalidAccountType'), 'Checking'),
  routingNumber: RoutingNumberIn,
  accountNumber: AccountNumberIn,
  personType: z.enum(PERSON_TYPES, 'invalidType'),
  address: addressLine(100),
  city: addressLine(60),
  state: z.string('addressMissing').check(z.trim(), z.regex(/^[A-Z]{2}$/, 'addressMissing')),
  zipCode: z.string('invalidZipCode').check(z.regex(/^\d{5}$/, 'invalidZipCode')),
  /** Of a personal recipient, who must have one. */
  birthday: z.optional(dayIn('invalidBirthDay')),
  type: z.enum(RECIPIENT_TYPES, 'invalidType'),
}

/** A bank account to withdraw to. Its number is never shown again after it was entered. */
export const RecipientOut = z.object({
  id: RecipientIdOut,
  fullName: z.string(),
  email: z.string(),
  accountType: z.enum(ACCOUNT_TYPES),
  routingNumber: z.string(),
  /** The last four digits, behind dots. */
  accountNumber: z.string(),
  /** By its routing number; null where it is not known. */
  bankName: z.nullable(z.string()),
  personType: z.enum(PERSON_TYPES),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  birthday: z.nullable(DayOut),
  type: z.enum(RECIPIENT_TYPES),
  /** Whether it came from a bank link instead of a form. */
  linked: z.boolean(),
  /** A return said that it takes no money: it is to be updated before it can be used. */
  usable: z.boolean(),
  /** The return's code, such as R03; null while it is usable. */
  unusableReason: z.nullable(z.string()),
  /** The code of the last return that leaves it usable, such as R23: worth a warning; null after an edit. */
  lastReturn: z.nullable(z.string()),
  /** The city is not the usual one of the ZIP code: worth a look, no refusal. */
  cityWarning: z.optional(z.boolean()),
  /** Until then only little may go to it, since it is new or was changed. */
  coolingUntil: z.nullable(TimestampOut),
})
export type Recipient = z.infer<typeof RecipientOut>

/** What a bank link is known by: opaque, and never shown. */
const tokenIn = (code: 'publicTokenMissing' | 'linkMissing') => z.string(code).check(z.regex(/^[\w-]{1,200}$/, code))

const REFUSES = [
  'fullNameMissing',
  'invalidName',
  'invalidEmail',
  'invalidAccountType',
  'invalidRouting',
  'invalidAccountNumber',
  'addressMissing',
  'invalidZipCode',
  'invalidBirthDay',
  'invalidType',
] as const

const gate = {
  access: 'user',
  needs: ['open', 'contacts', 'terms', 'tier1'],
  throttle: 'money',
  priority: 'money',
} as const

export const recipients = {
  listRecipients: {
    method: 'GET',
    path: '/withdraw/recipients/list',
    summary: "The caller's bank recipients, with masked account numbers",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({ items: z.array(RecipientOut) }),
    refuses: [],
  },
  addRecipient: {
    ...gate,
    method: 'POST',
    path: '/withdraw/recipients/add',
    summary: 'Adds a bank account to withdraw to',
    stepUp: 'always',
    body: z.strictObject(recipient),
    result: RecipientOut,
    refuses: [...REFUSES, 'emailNotVerified', 'kycRequired'],
  },
  updateRecipient: {
    ...gate,
    method: 'POST',
    path: '/withdraw/recipients/update',
    summary: 'Changes a recipient; withdrawals that were made keep what it was',
    stepUp: 'always',
    body: z.strictObject({
      recipientId: RecipientIdIn,
      ...recipient,
      /** Left out to keep the number that is stored. */
      accountNumber: z.optional(AccountNumberIn),
    }),
    result: RecipientOut,
    refuses: [...REFUSES, 'invalidTo', 'emailNotVerified', 'kycRequired'],
  },
  deleteRecipient: {
    method: 'POST',
    path: '/withdraw/recipients/delete',
    summary: 'Takes a recipient off the list; history stays as it is',
    access: 'user',
    throttle: 'money',
    priority: 'lists',
    body: z.strictObject({ recipientId: RecipientIdIn }),
    result: z.object({ recipientId: RecipientIdOut }),
    refuses: ['invalidTo'],
  },
  startBankLink: {
    ...gate,
    method: 'POST',
    path: '/withdraw/bankLink/start',
    summary: 'Leads to the page where a person chooses their bank and logs in there',
    body: z.strictObject({}),
    result: z.object({ link: z.string(), url: z.string() }),
    refuses: ['emailNotVerified', 'kycRequired', 'accountRestricted'],
  },
  bankLinkResult: {
    method: 'GET',
    path: '/withdraw/bankLink/get',
    summary: 'What came of a visit to the bank: a handle that serves once, and whose accounts they are',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    background: true,
    query: z.strictObject({
      link: tokenIn('linkMissing'),
    }),
    result: z.object({
      state: z.enum(['waiting', 'linked', 'left']),
      publicToken: z.nullable(z.string()),
      institution: z.nullable(z.string()),
    }),
    refuses: ['linkMissing'],
  },
  exchangeBankLink: {
    ...gate,
    method: 'POST',
    path: '/withdraw/bankLink/exchange',
    summary: 'Turns the accounts of a linked bank into recipients',
    stepUp: 'always',
    body: z.strictObject({
      publicToken: tokenIn('publicTokenMissing'),
      userName: lineIn('userNameMissing', 100).check(z.minLength(1, 'userNameMissing')),
      institution: lineIn('institutionMissing', 100).check(z.minLength(1, 'institutionMissing')),
      link: tokenIn('linkMissing'),
    }),
    result: z.object({ items: z.array(RecipientOut) }),
    refuses: [
      'publicTokenMissing',
      'userNameMissing',
      'institutionMissing',
      'linkMissing',
      'invalidName',
      'addressMissing',
      'emailNotVerified',
      'kycRequired',
    ],
  },
} as const satisfies Endpoints
