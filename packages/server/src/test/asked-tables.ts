import { Query } from 'pg'
import { vi } from 'vitest'
import { productPlaces } from '#platform/db/distribution/places.ts'

/** What the driver runs when a statement has ended, on whatever connection it was sent and in whatever pipeline. */
type Ended = { text?: string; handleCommandComplete: (...message: unknown[]) => void }

const NAMED = /\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi

/** The product's tables that a statement names. */
const tablesIn = (text: string): string[] =>
  Array.from(text.matchAll(NAMED), ([, name = '']) => name.toLowerCase()).filter((name) => productPlaces.has(name))

/**
 * Which tables this process's statements name from one moment to the next: each call of `since` answers with those that
 * ended since the call before. `end` it when done.
 */
export const watchTables = () => {
  const ended = vi.spyOn(Query.prototype as unknown as Ended, 'handleCommandComplete')
  return {
    since: (): Set<string> => {
      const tables = new Set((ended.mock.contexts as Ended[]).flatMap(({ text = '' }) => tablesIn(text)))
      ended.mockClear()
      return tables
    },
    end: () => ended.mockRestore(),
  }
}
