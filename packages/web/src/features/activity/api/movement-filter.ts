/** The filters of the list, as the person sets them and as the server takes them. */
import type { MovementState, MovementType } from '@puente/contract'
import type { MovementFilter } from '#shared/movement/movement-list.ts'

export const KINDS = ['all', 'received', 'sent', 'deposit', 'withdraw', 'invoice', 'rewards', 'corrections'] as const
export type Kind = (typeof KINDS)[number]

export type Choice = {
  kind: Kind
  search: string
  /** The fields for days are open. */
  withDates: boolean
  /** `YYYY-MM-DD`, or empty; both days are included. */
  fromDate: string
  toDate: string
}

export const noChoice: Choice = { kind: 'all', search: '', withDates: false, fromDate: '', toDate: '' }

const PAGE_ROWS = 20

const typesOf: Record<Exclude<Kind, 'all'>, MovementType[]> = {
  received: ['received'],
  sent: ['sent'],
  deposit: ['deposit'],
  withdraw: ['withdraw'],
  invoice: ['invoice'],
  rewards: ['reward', 'referral'],
  corrections: ['refund', 'reversal', 'adjustment'],
}

/** A range that ends before it begins; the server would refuse it. */
export const isBackwards = ({ fromDate, toDate }: Choice): boolean =>
  fromDate !== '' && toDate !== '' && fromDate > toDate

export const isNarrowed = (choice: Choice): boolean =>
  choice.kind !== 'all' || choice.search.trim() !== '' || choice.fromDate !== '' || choice.toDate !== ''

/** The words of the screen for types and states. */
export type Words = { types: Record<MovementType, string>; states: Record<MovementState, string> }

const MEANING_MIN = 2
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The keys whose displayed word contains the text: "depo" finds deposits where the screen says "Deposit". */
const meant = <Key extends string>(words: Record<Key, string>, search: string): Key[] =>
  search.length < MEANING_MIN
    ? []
    : (Object.keys(words) as Key[]).filter((key) => plain(words[key]).includes(plain(search)))

/** What the server is asked. A reversed range is left out until it is corrected. */
export const filterOf = (choice: Choice, words: Words): MovementFilter => {
  const { kind, fromDate, toDate } = choice
  const search = choice.search.trim()
  const [searchTypes, searchStates] = [meant(words.types, search), meant(words.states, search)]
  const days = isBackwards(choice) ? {} : { ...(fromDate !== '' && { fromDate }), ...(toDate !== '' && { toDate }) }
  return {
    ...(kind !== 'all' && { type: typesOf[kind] }),
    ...(search !== '' && { search }),
    ...(searchTypes.length > 0 && { searchTypes }),
    ...(searchStates.length > 0 && { searchStates }),
    ...days,
    limit: PAGE_ROWS,
  }
}
