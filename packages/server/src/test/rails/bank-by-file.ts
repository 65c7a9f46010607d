/** Withdrawals that leave in a file to our own bank, which answers with files: in an app of its own, with `ACH_PROVIDER=nacha`. */
import { bankFilesTasks } from '#features/bank-files/tasks.ts'
import { bankIn } from '../bank.ts'
import { bankWithdrawal } from './bank.ts'
import type { DriverOf, RailDriver } from './driver.ts'

/** A file is made once nothing has been collected for two minutes. */
const FILE_IS_MADE_S = 180
const NO_CALL = 'nobody is called: an entry is kept here, for the next file'
const NO_EVENT = 'the bank sends files and no events; that each counts once is in bank-files.test.ts'

/** What the bank knows a withdrawal by. */
const nameOf = (ref: string): string => ref.replaceAll('-', '').slice(-15).toUpperCase()

export const bankWithdrawalByFile: DriverOf = (app): RailDriver => {
  const bank = bankIn(app)
  const asUsual = bankWithdrawal(app)
  const exchange = async (): Promise<void> => {
    await bankFilesTasks(app.services)['bank-files.exchange']()
    await app.runJobs()
  }
  const pass = async (): Promise<void> => {
    app.clock.advance(FILE_IS_MADE_S * 1_000)
    await app.control('POST', '/clock/advance', { seconds: FILE_IS_MADE_S })
  }
  /** In a file that the bank has taken. */
  const leave = async (): Promise<void> => {
    await app.runJobs()
    await pass()
    await exchange()
    await exchange()
  }
  const act = (ref: string, action: string, more: object = {}) => bank.act(nameOf(ref), action, more)
  return {
    ...asUsual,
    book: { ...asUsual.book, refOf: nameOf },
    read: exchange,
    hear: exchange,
    around: () => {},
    pay: async (ref) => {
      await leave()
      await act(ref, 'submit')
      await act(ref, 'settle')
    },
    decline: async (ref) => {
      await leave()
      await act(ref, 'reject')
    },
    goBack: (ref) => act(ref, 'return', { code: 'R06' }),
    skips: {
      lostAnswer: NO_CALL,
      lostRequest: NO_CALL,
      earlyEvent: NO_EVENT,
      events: NO_EVENT,
      failingEvent: NO_EVENT,
    },
  }
}
