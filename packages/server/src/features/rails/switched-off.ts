/**
 * A rail whose provider does not answer switches itself off, in all processes: the process whose breaker opened writes it down, the
 * screens show it with what works instead, and the first answer of the provider, to whomever, switches it on again. Each process
 * still refuses by its own breaker; this is what people are shown, so that they need not find out by trying. What is under way
 * goes on.
 */
import { turnSwitch } from '#features/content/index.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'

/** Longer than the pause between two probes. Nobody is left to lift it when all processes have gone: then it ends by itself. */
const OFF_FOR_MS = 180_000

export const breakerSwitch = (rail: ProvidedRail): string => `breaker:${rail}`

type Noting = Pick<Services, 'clock' | 'db' | 'log'>

/** Switches a rail off, or for longer, or on again; logs what is news. */
export const switchByItself = async ({ clock, db, log }: Noting, rail: ProvidedRail, isOn: boolean): Promise<void> => {
  const at = clock.now()
  const until = isOn ? null : new Date(at.getTime() + OFF_FOR_MS)
  if (!(await turnSwitch(db, { name: breakerSwitch(rail), isOn, texts: null, until }, at))) return
  if (isOn) log.warn({ rail }, 'the provider of a rail answers again: the rail is on')
  else log.error({ alert: true, rail }, 'the provider of a rail does not answer any more: the rail switched itself off')
}

/** For a rail's breaker: writes down how it turned, beside the call that turned it. */
export const noteTurn =
  (noting: Noting, rail: ProvidedRail) =>
  (isOpen: boolean): void => {
    switchByItself(noting, rail, !isOpen).catch((err: unknown) =>
      noting.log.warn({ err, rail }, 'other processes were not told how a rail stands'),
    )
  }
