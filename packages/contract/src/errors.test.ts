import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  endpointOf,
  appEndpoints,
  type EndpointKey,
  ERROR_CODES,
  LANGUAGES,
  refusalsOf,
  severityOf,
  statusOf,
} from './index.ts'

type Texts = {
  codes: Record<string, string>
  reasons: Record<string, Record<string, string>>
  acts: Record<string, string>
}
const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../texts/${language}.json`, import.meta.url), 'utf8')) as Texts

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))

test('every code has a status and a severity', () => {
  expect(Object.keys(statusOf).toSorted()).toEqual([...ERROR_CODES].toSorted())
  expect(Object.keys(severityOf).toSorted()).toEqual([...ERROR_CODES].toSorted())
})

test.each(LANGUAGES)('every code has a text of its own language in %s, with the same blanks to fill', (language) => {
  const english = textsOf('en')
  const { codes, reasons } = textsOf(language)
  expect(Object.keys(codes).toSorted()).toEqual([...ERROR_CODES].toSorted())
  for (const code of ERROR_CODES) {
    expect(codes[code]?.trim(), code).not.toBe('')
    expect(placeholders(codes[code] ?? ''), code).toEqual(placeholders(english.codes[code] ?? ''))
    if (language !== 'en') expect(codes[code], code).not.toBe(english.codes[code])
  }
  expect(Object.keys(reasons).toSorted()).toEqual(Object.keys(english.reasons).toSorted())
  for (const [code, of] of Object.entries(english.reasons)) {
    expect(Object.keys(reasons[code] ?? {}).toSorted(), code).toEqual(Object.keys(of).toSorted())
    for (const [reason, text] of Object.entries(of)) {
      expect(placeholders(reasons[code]?.[reason] ?? ''), `${code}.${reason}`).toEqual(placeholders(text))
    }
  }
})

test.each(LANGUAGES)('no two codes share a text in %s, but for the error without a code', (language) => {
  const { undefined: withoutCode, ...codes } = textsOf(language).codes
  expect(withoutCode).toBe(codes['unknown'])
  const sharing = Object.entries(codes).filter(
    ([, text]) => Object.values(codes).filter((one) => one === text).length > 1,
  )
  expect(sharing).toEqual([])
})

test.each(LANGUAGES)('every act that is confirmed by a step-up is named in %s', (language) => {
  const keys = (Object.keys(appEndpoints) as EndpointKey[]).filter(
    (key) => endpointOf(key).stepUp || key === 'openSession',
  )
  const { acts } = textsOf(language)
  expect(Object.keys(acts).toSorted()).toEqual(keys.toSorted())
  for (const key of keys) expect(acts[key]?.trim(), key).toMatch(/\S/)
})

test.each([
  ['invalidSignIn', 'Your email and password combination is incorrect'],
  ['invalidEmail', 'Invalid email'],
  ['emailAlreadyInUse', 'Email already registered'],
  ['alreadyConfirmed', 'Email already confirmed'],
  ['invalidPhoneNumber', 'Please, fill out a valid phone'],
  ['invalidName', 'Please enter a valid name without special characters'],
  ['userNotFound', 'Receiver not found'],
  ['invalidUser', 'Invalid destination user'],
  ['invalidLimit', 'Limit must be greater than 0'],
  ['senderUnsufficientFunds', "You don't have enough money to proceed"],
  ['invalidConfirmationNumber', 'Zelle reference must be between 9 and 12 digits long.'],
  ['invalidZipCode', 'Zip code does not match city or state'],
  ['unknown', 'Oops. Something went wrong'],
])('MSG the English text of %s is exactly "%s"', (code, text) => {
  expect(textsOf('en').codes[code]).toBe(text)
})

test('EC-68 EM-01 no endpoint may answer a code without a status below 600, and none sends `undefined`', () => {
  for (const key of Object.keys(appEndpoints) as EndpointKey[]) {
    const codes = refusalsOf(endpointOf(key))
    expect(codes, key).not.toContain('undefined')
    for (const code of codes) expect(statusOf[code], `${key} ${code}`).toBeGreaterThanOrEqual(400)
  }
})
