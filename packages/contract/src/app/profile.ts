import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import {
  AddressIn,
  AddressOut,
  DayOut,
  FullNameOrEmptyIn,
  LanguageIn,
  NationalityIn,
  PhoneIn,
  TimestampOut,
  dayIn,
} from '../fields.ts'
import { UserIdOut } from '../ids.ts'
import { FreezeOut } from './accounts.ts'
import { KycOut } from './kyc.ts'
import { WalletOut } from './wallet.ts'

/** The signed-in user, as the screens know them. */
const Me = z.object({
  userID: UserIdOut,
  email: z.string(),
  emailVerified: z.boolean(),
  userName: z.string(),
  fullName: z.string(),
  publicTransactionId: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  address: z.nullable(AddressOut),
  birthday: z.nullable(DayOut),
  nationality: z.nullable(z.string()),
  imgUrl: z.nullable(z.string()),
  lang: z.string(),
  business: z.boolean(),
  termsAccepted: z.boolean(),
  tCAccepted: z.boolean(),
  /** What can be spent now. */
  wallet: WalletOut,
  /** What is held on top of it. */
  held: WalletOut,
  /** Switched-off channels by kind; empty while there is nothing to choose. */
  notifications: z.record(z.string(), z.array(z.string())),
  /** Figures that give the balance away are hidden, as in `clients/preferences`. */
  hideBalance: z.boolean(),
  KYC: KycOut,
  status: z.enum(['open', 'frozen', 'closing', 'closed']),
  /** Why the account is frozen, each cause once; empty while it is open. */
  freezes: z.array(FreezeOut),
  /** When the account was opened. */
  createdAt: TimestampOut,
  /** Where the live stream stood when this was read: a stream that resumes after it misses nothing read since. */
  lastEventId: z.int(),
})
export type Me = z.infer<typeof Me>

const Profile = z.object({
  emailVerified: z.boolean(),
  publicTransactionId: z.string(),
  image: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  address: z.nullable(AddressOut),
  lang: z.string(),
  phone: z.nullable(z.string()),
  fullName: z.string(),
  birthday: z.nullable(DayOut),
  email: z.string(),
  tCAccepted: z.boolean(),
})

/** How the person wants their screens, on whatever device. */
const Preferences = z.object({ hideBalance: z.boolean() })

export const profile = {
  me: {
    method: 'GET',
    path: '/clients/me',
    summary: 'The signed-in user',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: Me,
    refuses: [],
  },
  updateProfile: {
    method: 'POST',
    path: '/clients/updateProfile',
    summary: 'Change own data; with kyc: true the name and birth step of the identity check',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    body: z.strictObject({
      lang: z.optional(LanguageIn),
      fullName: z.optional(FullNameOrEmptyIn),
      phone: z.optional(PhoneIn),
      address: z.optional(AddressIn),
      birthday: z.optional(dayIn('invalidBirthDay')),
      nationality: z.optional(NationalityIn),
      kyc: z.optional(z.boolean('invalidRequest')),
      /** The kind of account never changes here. */
      business: z.optional(z.never('invalidRole')),
    }),
    result: Profile,
    refuses: [
      'fullNameMissing',
      'invalidName',
      'invalidFullName',
      'fullBName',
      'addressMissing',
      'invalidZipCode',
      'invalidBirthDay',
      'invalidLanguage',
      'invalidRole',
      'invalidPhoneNumber',
      'birthdayChangesExceeded',
      'fullNameChangesExceeded',
      'emailNotVerified',
      'kycRequired',
    ],
  },
  preferences: {
    method: 'GET',
    path: '/clients/preferences',
    summary: 'How the caller wants their screens',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: Preferences,
    refuses: [],
  },
  changePreferences: {
    method: 'POST',
    path: '/clients/preferences',
    summary: 'Change how the caller wants their screens; what is left out stays',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    body: z.strictObject({ hideBalance: z.optional(z.boolean('invalidRequest')) }),
    result: Preferences,
    refuses: [],
  },
} as const satisfies Endpoints
