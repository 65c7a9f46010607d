/** Words that must not carry a password, because whoever knows the person or the product tries them first. */
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
