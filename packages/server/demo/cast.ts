/**
 * The people of the demo world: one per standing that a person can have, so that every screen can be seen filled. All
 * of them are invented; addresses are real towns with made-up streets, and phone numbers come from the range reserved
 * for fiction.
 */
import type { Address, StoredLanguage } from '@puente/contract'

/**
 * How far a person has verified themselves. `new`: nothing verified. `email`: the email alone. `contacts`: both
 * contacts, tier 0. `denied`: the same, and the identity check was refused. `identity`: tier 1. `residence`: tier 2.
 */
export type Standing = 'new' | 'email' | 'contacts' | 'denied' | 'identity' | 'residence'

export type CastMember = {
  email: string
  fullName: string
  handle: string
  referralCode: string
  lang: StoredLanguage
  isBusiness: boolean
  standing: Standing
  /** Days before the end of the story at which the account was opened. */
  joinedDaysAgo: number
  phone: string | null
  /** ISO day. */
  birthday: string | null
  nationality: string | null
  address: Address | null
  /** What a visitor of the demo world wants to know. */
  about: string
}

/** Everybody's password. */
export const DEMO_PASSWORD = 'Canela-Faro-27'

const LOS_ANGELES = { city: 'Los Angeles', state: 'CA' }

export const CAST = {
  maria: {
    email: 'maria@demo.puente.test',
    fullName: 'María López',
    handle: 'maria.lopez-7f3k',
    referralCode: 'DEMPERS2',
    lang: 'es-US',
    isBusiness: false,
    standing: 'identity',
    joinedDaysAgo: 184,
    phone: '+12135550142',
    birthday: '1991-08-14',
    nationality: 'MX',
    address: { line1: '1418 Alder Terrace', line2: 'Apt 3', ...LOS_ANGELES, zipCode: '90026' },
    about: 'verified, Spanish: designer, rent and clients, a payment on hold',
  },
  minsu: {
    email: 'minsu@demo.puente.test',
    fullName: '김민수',
    handle: 'kim.minsu-m4ns',
    referralCode: 'DEMPERS3',
    lang: 'ko-KR',
    isBusiness: false,
    standing: 'identity',
    joinedDaysAgo: 184,
    phone: '+12135550117',
    birthday: '1995-10-03',
    nationality: 'KR',
    address: { line1: '802 Gramercy Court', line2: 'Unit 5B', ...LOS_ANGELES, zipCode: '90005' },
    about: 'verified, Korean: barista, a card payment in progress',
  },
  grace: {
    email: 'grace@demo.puente.test',
    fullName: 'Grace Okafor',
    handle: 'grace.okafor-h2wd',
    referralCode: 'DEMPERS4',
    lang: 'en-US',
    isBusiness: false,
    standing: 'identity',
    joinedDaysAgo: 184,
    phone: '+16265550163',
    birthday: '1988-07-22',
    nationality: 'US',
    address: { line1: '377 Juniper Lane', city: 'Pasadena', state: 'CA', zipCode: '91101' },
    about: 'verified, English: bookkeeper, a canceled card payment',
  },
  seoyeon: {
    email: 'seoyeon@demo.puente.test',
    fullName: '이서연',
    handle: 'lee.seoyeon-sy8q',
    referralCode: 'DEMPERS5',
    lang: 'ko-KR',
    isBusiness: false,
    standing: 'identity',
    joinedDaysAgo: 150,
    phone: '+17145550128',
    birthday: '1993-09-09',
    nationality: 'KR',
    address: { line1: '2215 Malden Grove', city: 'Fullerton', state: 'CA', zipCode: '92833' },
    about: 'verified, Korean: tax adviser',
  },
  carlos: {
    email: 'carlos@demo.puente.test',
    fullName: 'Carlos Herrera',
    handle: 'carlos.herrera-k9tb',
    referralCode: 'DEMPERS6',
    lang: 'es-US',
    isBusiness: false,
    standing: 'residence',
    joinedDaysAgo: 184,
    phone: '+18185550105',
    birthday: '1976-06-30',
    nationality: 'US',
    address: { line1: '640 Cerro Vista Drive', city: 'Glendale', state: 'CA', zipCode: '91204' },
    about: 'fully verified, Spanish: landlord and builder',
  },
  bakery: {
    email: 'bakery@demo.puente.test',
    fullName: 'La Espiga Bakery',
    handle: 'la.espiga.bakery-p5cm',
    referralCode: 'DEMPERS7',
    lang: 'en-US',
    isBusiness: true,
    standing: 'identity',
    joinedDaysAgo: 184,
    phone: '+13235550190',
    birthday: '1980-03-12',
    nationality: 'US',
    address: { line1: '1907 Echo Hill Avenue', ...LOS_ANGELES, zipCode: '90026' },
    about: 'business, verified: sells coffee, pays wages',
  },
  sofia: {
    email: 'sofia@demo.puente.test',
    fullName: 'Sofía Delgado',
    handle: 'sofia.delgado-x3vn',
    referralCode: 'DEMPERS8',
    lang: 'es-US',
    isBusiness: false,
    standing: 'contacts',
    joinedDaysAgo: 45,
    phone: '+13235550134',
    birthday: null,
    nationality: null,
    address: null,
    about: 'identity not verified, Spanish: money on hold for her',
  },
  noah: {
    email: 'noah@demo.puente.test',
    fullName: 'Noah Bennett',
    handle: 'noah.bennett-c6rj',
    referralCode: 'DEMPERS9',
    lang: 'en-US',
    isBusiness: false,
    standing: 'denied',
    joinedDaysAgo: 25,
    phone: '+15035550171',
    birthday: '1999-01-18',
    nationality: 'US',
    address: { line1: '51 Tamarack Street', city: 'Portland', state: 'OR', zipCode: '97205' },
    about: 'identity check not approved, with reasons',
  },
  priya: {
    email: 'priya@demo.puente.test',
    fullName: 'Priya Raman',
    handle: 'priya.raman-d8gz',
    referralCode: 'DEMPERSA',
    lang: 'en-US',
    isBusiness: false,
    standing: 'email',
    joinedDaysAgo: 4,
    phone: null,
    birthday: null,
    nationality: null,
    address: null,
    about: 'email verified, phone not yet',
  },
  ethan: {
    email: 'ethan@demo.puente.test',
    fullName: 'Ethan Walsh',
    handle: 'ethan.walsh-b2yf',
    referralCode: 'DEMPERSB',
    lang: 'en-US',
    isBusiness: false,
    standing: 'new',
    joinedDaysAgo: 1,
    phone: null,
    birthday: null,
    nationality: null,
    address: null,
    about: 'just signed up, nothing verified yet',
  },
} as const satisfies Record<string, CastMember>

/** The name that the story uses for a person. */
export type Role = keyof typeof CAST

/** In the order in which a visitor meets them. */
export const ROLES = Object.keys(CAST) as Role[]

export const memberOf = (role: Role): CastMember => CAST[role]

/** Whose account was opened first: its age tells when the story ends. */
export const FIRST: Role = 'maria'

export const TIER_OF: Record<Standing, number> = {
  new: -1,
  email: -1,
  contacts: 0,
  denied: 0,
  identity: 1,
  residence: 2,
}
