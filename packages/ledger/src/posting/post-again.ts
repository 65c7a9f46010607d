import type { Command, Outcome } from '../types.ts'

/** How often a refusal may ask to be decided once more; what is refused then is refused as it stands. */
const TURNS = 4

/** Posts a command, and again with other needs as long as its refusal asks for that. */
export const postAgain = async (post: (command: Command) => Promise<Outcome>, command: Command): Promise<Outcome> => {
  let outcome = await post(command)
  for (let turn = 1; turn < TURNS && !outcome.accepted && outcome.refusal.again; turn += 1)
    outcome = await post({ ...command, participants: { ...command.participants, ...outcome.refusal.again } })
  if (outcome.accepted) return outcome
  const { again: _, ...refusal } = outcome.refusal
  return { ...outcome, refusal }
}
