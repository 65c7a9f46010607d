/** A person's own link, which their QR code holds: it leads to them, and may say how much. */
import { HANDLE } from '@puente/contract'
import { paths } from '#lib/layout/paths.ts'

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/

/** The path of a person's link. */
const personPath = (handle: string): string => paths.person.path.replace('$handle', handle)

/** @param cents how much, or null to leave it to the payer */
export const personLink = (origin: string, handle: string, cents: number | null): string => {
  const digits = String(cents ?? 0).padStart(3, '0')
  return `${origin}${personPath(handle)}${cents === null ? '' : `?amount=${digits.slice(0, -2)}.${digits.slice(-2)}`}`
}

/** The amount in the search part of such a link, in whole cents; null without one that can be read. */
export const amountIn = (search: string): number | null => {
  const text = new URLSearchParams(search).get('amount') ?? ''
  if (!AMOUNT.test(text)) return null
  // The router may have written 12.50 as 12.5.
  const [dollars = '', cents = ''] = text.split('.')
  return Number(`${dollars}${cents.padEnd(2, '0')}`) || null
}

/** Whether a text can be a username at all. */
export const isHandle = (text: string): boolean => HANDLE.test(text)
