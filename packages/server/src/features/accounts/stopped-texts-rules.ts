import type { Account } from './account-store.ts'

/** After so long a stopped phone is tried again: a person who lets us in again tells the carrier, and the carrier does not tell us. */
const STOPPED_MS = 30 * 86_400_000

/** Whether the holder of the phone has answered STOP to our texts, as far as is known: none arrives until they answer START. */
export const areTextsStopped = ({ phoneStoppedAt }: Pick<Account, 'phoneStoppedAt'>, at: Date): boolean =>
  phoneStoppedAt !== null && at.getTime() - phoneStoppedAt.getTime() < STOPPED_MS
