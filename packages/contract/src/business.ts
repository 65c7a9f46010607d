/** What a business tells about itself, each field with the code it is refused with. */
import * as z from 'zod/mini'
import { lineIn } from './fields.ts'
import { isOfNameLetters, isOfOneScript, isReservedName } from './person-names.ts'

export const BUSINESS_KINDS = ['soleProprietor', 'llc', 'corporation', 'partnership', 'nonprofit'] as const
export type BusinessKind = (typeof BUSINESS_KINDS)[number]

export const BUSINESS_NAME_MAX = 100
/** Letters and marks of any script, digits, and the signs of registered names. */
const NAME = /^[\p{L}\p{M}\d &.,'’-]*$/u
/** Mail programs make a link of it. A dot alone makes none of a name: Booking.com is one. */
const WEB_ADDRESS = /^(?:www\.|[a-z][a-z\d+.-]*:\/\/)/i
export const BusinessNameIn = lineIn('invalidName', BUSINESS_NAME_MAX).check(
  z.refine((name) => !WEB_ADDRESS.test(name), 'invalidName:webAddress'),
  z.minLength(2, 'invalidName:business'),
  z.regex(NAME, 'invalidName:business'),
  z.regex(/[\p{L}\d]/u, 'invalidName:business'),
  z.refine(isOfNameLetters, 'invalidName:business'),
  z.refine(isOfOneScript, 'invalidName:mixedScripts'),
  z.refine((name) => !isReservedName(name), 'invalidName:reserved'),
)

/**
 * The first two digits that the IRS gives out. Source: Internal Revenue Service, "How EINs are assigned and valid EIN prefixes",
 * all campuses, the online application and the Small Business Administration together.
 */
const EIN_PREFIXES: ReadonlySet<string> = new Set(
  (
    '01 02 03 04 05 06 10 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 ' +
    '50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 71 72 73 74 75 76 77 80 81 82 83 84 85 86 87 88 90 91 92 93 94 95 98 99'
  ).split(' '),
)

/** An Employer Identification Number: nine digits, with or without the hyphen after the second; read as nine digits. */
export const EinIn = z.pipe(
  z.string('invalidRequest:ein').check(
    z.trim(),
    z.regex(/^\d{2}-?\d{7}$/, 'invalidRequest:ein'),
    z.refine((ein) => EIN_PREFIXES.has(ein.slice(0, 2)), 'invalidRequest:einPrefix'),
  ),
  z.transform((ein) => ein.replace('-', '')),
)

/** As the owner sees it; of the EIN the last four digits and no more. */
export const BusinessOut = z.object({ name: z.string(), einLast4: z.string(), kind: z.enum(BUSINESS_KINDS) })
