/** What makes a password easy to guess for someone who knows the person, the product, or what people choose. */
import { brand } from '@puente/contract'

export type PasswordOwner = { email: string; fullName: string; phone?: string | null }

const BRAND_WORDS = [brand.appName, brand.slug, 'wallet', 'billetera', 'bridge', 'dollar', 'dolares']

/** A password this strong takes more than a million guesses that know the common lists. */
export const SCORE_WANTED = 2

/** `López` is also tried as `Lopez`. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Everything of the owner and the brand that is worth three letters or more, in lower case. */
export const wordsOf = ({ email, fullName, phone }: PasswordOwner): string[] => {
  const [localPart = ''] = email.split('@')
  const names = [...fullName.split(/[\s.'’-]+/), ...fullName.split(/\s+/), fullName.replaceAll(/\s/g, '')]
  const numbers = phone ? [phone, phone.slice(-10)] : []
  const own = [email, localPart, ...email.split(/[@.+_-]/), ...names, ...names.map(plain), ...numbers]
  return [...new Set([...own, ...BRAND_WORDS].map((word) => word.toLowerCase()))].filter((word) => word.length >= 3)
}

/** Digits for letters, as in `P4ssw0rd`. */
const SUBSTITUTES: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const spelledOut = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => SUBSTITUTES[sign] ?? sign)

/** Up to this many digits and signs around a known word are tried in no time: a year, a date, `-123!`. */
const DECORATION_MAX = 6

/** Whether it is a known password with a few digits and signs before or after it. `known` holds lower-case words. */
export const isKnownWord = (password: string, known: ReadonlySet<string>): boolean => {
  const text = plain(password).toLowerCase()
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isDecorated = text.length - core.length <= DECORATION_MAX
  const forms = [core, spelledOut(core), core.replaceAll(/[^\p{L}]/gu, '')]
  return known.has(text) || (isDecorated && forms.some((form) => known.has(form)))
}

/** The password without these words, and whether any was in it: what is left is all that a guesser who knows them must find. */
export const withoutWords = (password: string, words: readonly string[]): { rest: string; isShorter: boolean } => {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const take = (text: string, word: string): string => {
    const at = plain(text).toLowerCase().indexOf(plain(word))
    return at < 0 ? text : take(plain(text).slice(0, at) + plain(text).slice(at + plain(word).length), word)
  }
  const rest = longestFirst.reduce(take, password)
  return { rest, isShorter: rest.length < password.length }
}
