/**
 * What became of a command, told to whoever asks again. A plain read would not do: a commit whose wait for a standby was
 * cut short is visible here, and lost when that standby takes over. A batch locks the owner's wallet, so that it has a
 * commit of its own behind all that it read; once that is acknowledged, so is what it found.
 */
import { randomUUID } from 'node:crypto'
import { MoneyFrozen } from '../errors.ts'
import type { Command, Outcome } from '../types.ts'

/** A command as whoever repeats it knows it. */
export type KeyUse = Pick<Command, 'ownerId' | 'key' | 'requestHash' | 'deadlineMs'>

class KeyIsFree extends Error {
  override readonly name = 'KeyIsFree'
}

/** Nothing is ever posted: where the key is free the command fails before it has an outcome. */
const askingFor = (use: KeyUse): Command => ({
  ...use,
  kind: 'recall',
  transferId: randomUUID(),
  legs: () => {
    throw new KeyIsFree('nothing was posted under this key')
  },
})

export const recallBy =
  (post: (command: Command) => Promise<Outcome>) =>
  async (use: KeyUse): Promise<Outcome | null> => {
    try {
      return await post(askingFor(use))
    } catch (error) {
      // Only a free key comes as far as a freeze.
      if (error instanceof KeyIsFree || error instanceof MoneyFrozen) return null
      throw error
    }
  }
