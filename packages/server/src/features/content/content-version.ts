import type { Services } from '#platform/services.ts'
import { listSwitches } from './content-store.ts'

/** What changes when a switch does, or when its window is over: open screens then read the configuration again. */
export const readContentVersion = async ({ db, clock }: Pick<Services, 'clock' | 'db'>): Promise<string> =>
  JSON.stringify((await listSwitches(db, clock.now())).filter(({ isOn }) => !isOn))
