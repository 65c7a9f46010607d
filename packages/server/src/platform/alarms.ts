import { type Statement, timestamps, uuids, type Write } from '@puente/ledger'

/** What to look at again: its id, its owner, and when; null for never. */
export type Alarm = { id: string; ownerId: string; at: Date | null }

/** The writes that set and drop alarms in a table: one statement for those with a moment, one for those without. */
export const createAlarmWrites =
  ({ set, drop }: { set: Statement; drop: Statement }) =>
  (alarms: readonly Alarm[]): Write[] => {
    const due = alarms.filter(({ at }) => at !== null)
    const never = alarms.filter(({ at }) => at === null)
    const ids = (some: readonly Alarm[]) => uuids(some.map(({ id }) => id))
    return [
      ...(due.length === 0
        ? []
        : [
            {
              statement: set,
              values: [ids(due), uuids(due.map(({ ownerId }) => ownerId)), timestamps(due.map(({ at }) => at))],
            },
          ]),
      ...(never.length === 0 ? [] : [{ statement: drop, values: [ids(never)] }]),
    ]
  }
