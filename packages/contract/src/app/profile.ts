import * as z from 'zod/mini'
import { type Endpoints, file } from '../endpoint.ts'
import {
  AddressIn,
  AddressOut,
  DayOut,
  FullNameOrEmptyIn,
  LanguageIn,
  HandleIn,
  NationalityIn,
  PhoneIn,
  TimestampOut,
  dayIn,
} from '../fields.ts'
import { BUSINESS_KINDS, BusinessNameIn, BusinessOut, EinIn } from '../business.ts'
import { UserIdOut } from '../ids.ts'
import { FreezeOut } from './accounts.ts'
import { KycOut } from './kyc.ts'
import { OwedOut, WalletOut } from './wallet.ts'

/** The cards of the home screen that a person may arrange; the balance and what waits for them always come first. */
export const DASHBOARD_CARDS = ['people', 'latest', 'limits', 'history'] as const
const DashboardCard = z.object({ card: z.enum(DASHBOARD_CARDS, 'invalidRequest'), shown: z.boolean('invalidRequest') })
export type DashboardCard = z.infer<typeof DashboardCard>

/** For how many minutes one's first payment to a person can be taken back: chosen before it is sent. */
export const UNDO_MINUTES = [0, 10, 60] as const
export type UndoMinutes = (typeof UNDO_MINUTES)[number]

export const THEMES = ['system', 'light', 'dark'] as const

/** How the person wants their screens, on whatever device. */
const Preferences = z.object({
  /** Figures that give the balance away are hidden. */
  hideBalance: z.boolean(),
  theme: z.enum(THEMES),
  /** Every card once, in the order in which they are shown. */
  dashboard: z.array(DashboardCard),
  /** The tour of the home screen has yet to be seen. */
  transactionsTutorial: z.boolean(),
  /** Usage may be counted; null until the person was asked, and then nothing is. */
  analytics: z.nullable(z.boolean()),
  /** For so many minutes the first payment to a person waits, and can be undone. */
  undoMinutes: z.literal(UNDO_MINUTES),
})
export type Preferences = z.infer<typeof Preferences>

/** Most bytes that a picture may have, before it is encoded as text. */
export const PICTURE_MAX_BYTES = 204_800
/** As base64, with the head of a data URL and the JSON around it. */
export const PICTURE_BODY_BYTES = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 1_000

/** The signed-in user, as the screens know them. */
const Me = z.object({
  userID: UserIdOut,
  email: z.string(),
  emailVerified: z.boolean(),
  /** Our mail to the address comes back; until it is verified again, only what is about safety is mailed there. */
  emailReturned: z.boolean(),
  userName: z.string(),
  fullName: z.string(),
  publicTransactionId: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  /** The holder of the number has answered STOP to our texts, as far as is known: none arrives until they answer START. */
  textsStopped: z.boolean(),
  address: z.nullable(AddressOut),
  birthday: z.nullable(DayOut),
  nationality: z.nullable(z.string()),
  imgUrl: z.nullable(z.string()),
  lang: z.string(),
  business: z.boolean(),
  /** What a business has told about itself; null for people, and until it has. */
  businessProfile: z.nullable(BusinessOut),
  termsAccepted: z.boolean(),
  tCAccepted: z.boolean(),
  /** What can be spent now. */
  wallet: WalletOut,
  /** What is held on top of it. */
  held: WalletOut,
  owed: z.optional(OwedOut),
  /** Switched-off channels by kind; empty while there is nothing to choose. */
  notifications: z.record(z.string(), z.array(z.string())),
  /** Figures that give the balance away are hidden, as in `clients/preferences`. */
  hideBalance: z.boolean(),
  preferences: Preferences,
  /** How often each may still be changed here; what an identity check proves is fixed by it, and then changed by support. */
  changesLeft: z.object({
    fullName: z.int(),
    birthday: z.int(),
    username: z.int(),
    address: z.int(),
    nationality: z.int(),
    business: z.int(),
  }),
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
  businessProfile: {
    method: 'POST',
    path: '/clients/business',
    summary: 'What a business tells about itself; fixed once its identity is checked',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    body: z.strictObject({
      businessName: BusinessNameIn,
      ein: EinIn,
      kind: z.enum(BUSINESS_KINDS, 'invalidRequest'),
    }),
    result: z.object({ business: z.nullable(BusinessOut) }),
    refuses: ['invalidRole', 'invalidName'],
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
    inDoubt: 'served',
    body: z.strictObject({
      lang: z.optional(LanguageIn),
      hideBalance: z.optional(z.boolean('invalidRequest')),
      theme: z.optional(z.enum(THEMES, 'invalidRequest')),
      dashboard: z.optional(
        z.array(z.strictObject(DashboardCard.shape, 'invalidRequest'), 'invalidRequest').check(
          z.maxLength(DASHBOARD_CARDS.length, 'invalidRequest'),
          z.refine((cards) => new Set(cards.map(({ card }) => card)).size === cards.length, 'invalidRequest'),
        ),
      ),
      transactionsTutorial: z.optional(z.boolean('invalidRequest')),
      analytics: z.optional(z.boolean('invalidRequest')),
      undoMinutes: z.optional(z.literal(UNDO_MINUTES, 'invalidRequest')),
    }),
    result: Preferences,
    refuses: ['invalidLanguage', 'accountRestricted'],
  },
  updateProfilePicture: {
    method: 'POST',
    path: '/clients/updateProfilePicture',
    summary: 'Set the own picture: cut to a square and re-encoded, without metadata',
    access: 'user',
    throttle: 'uploads',
    priority: 'reports',
    multipart: { file: 'image', maxBytes: PICTURE_MAX_BYTES + 1, fields: z.strictObject({}) },
    result: z.object({ link: z.string() }),
    refuses: ['invalidType'],
  },
  updateProfilePicture64: {
    method: 'POST',
    path: '/clients/updateProfilePicture64',
    summary: 'The same, with the image as base64 or a data URL',
    access: 'user',
    throttle: 'uploads',
    priority: 'reports',
    body: z.strictObject({ image: z.string('invalidType') }),
    bodyMaxBytes: PICTURE_BODY_BYTES,
    result: z.object({ link: z.string() }),
    refuses: ['invalidType'],
  },
  removeProfilePicture: {
    method: 'POST',
    path: '/clients/removeProfilePicture',
    summary: 'Take the own picture away; without one it changes nothing',
    access: 'user',
    throttle: 'uploads',
    priority: 'reports',
    body: z.strictObject({}),
    result: z.object({}),
    refuses: [],
  },
  readFile: {
    method: 'GET',
    path: '/files/{id}',
    summary: 'An image the caller may see: an own file, or the picture of a person who can be found',
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    background: true,
    params: z.strictObject({ id: z.string('notFound').check(z.regex(/^fil_[0-9a-f]{32}$/, 'notFound')) }),
    result: file('image/jpeg', 'image/png', 'image/webp'),
    refuses: ['notFound'],
  },
  suggestHandle: {
    method: 'GET',
    path: '/clients/handle',
    summary: 'A username made from the name that is free now',
    access: 'user',
    throttle: 'search',
    priority: 'search',
    result: z.object({ publicTransactionId: z.string() }),
    refuses: [],
  },
  changeHandle: {
    method: 'POST',
    path: '/clients/handle',
    summary: "Choose the own username, once; the old one is nobody else's ever",
    access: 'user',
    throttle: 'search',
    priority: 'search',
    body: z.strictObject({ publicTransactionId: HandleIn }),
    result: z.object({ publicTransactionId: z.string() }),
    refuses: ['invalidName', 'fullNameChangesExceeded'],
  },
} as const satisfies Endpoints
