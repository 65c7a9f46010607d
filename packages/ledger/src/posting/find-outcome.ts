/**
 * Finds the outcome of a command without posting it. A plain read could not be trusted: a commit that gave up waiting for
 * its standby is visible here and lost if that standby takes over. A batch locks the owner's wallet and so has a commit of
 * its own, behind everything it read; once that is acknowledged, so is what was found.
 */
import { randomUUID } from 'node:crypto'
import { MoneyFrozen } from '../errors.ts'
import type { Command, Outcome } from '../types.ts'

/** What a repeat of a command has in common with it. */
export type OutcomeQuery = Pick<Command, 'ownerId' | 'key' | 'requestHash' | 'deadlineMs'>

class KeyIsFree extends Error {
  override readonly name = 'KeyIsFree'
}

/** Never posts anything: if the key is free, the command fails before it has an outcome. */
const probe = (query: OutcomeQuery): Command => ({
  ...query,
  kind: 'find-outcome',
  transferId: randomUUID(),
  legs: () => {
    throw new KeyIsFree('nothing was posted under this key')
  },
})

export const findOutcomeBy =
  (post: (command: Command) => Promise<Outcome>) =>
  async (query: OutcomeQuery): Promise<Outcome | null> => {
    try {
      return await post(probe(query))
    } catch (error) {
      // A stored outcome is returned before the freeze is looked at.
      if (error instanceof KeyIsFree || error instanceof MoneyFrozen) return null
      throw error
    }
  }
