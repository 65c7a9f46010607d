import type { Result, Transaction } from '@puente/contract'

export type Session = Result<'paymentSession'>
/** A payment that left for a provider, and its row once that is read. */
export type ResultProps = { session: Session; row: Transaction | undefined }
export type RetryProps = ResultProps & { reason: 'declined' | 'unfinished' }

export type ResultView = 'wait' | 'done' | 'cancelled' | 'declined' | 'unfinished' | 'replaced'

/**
 * What the return screen shows. Where the provider sent the person decides one thing only: whether an unpaid page was
 * left (cancel) or its word is still on the way (success).
 * @param isClosed what was approved there is an attempt that was closed: the open one is another
 */
export const resultView = (
  { next, state }: Pick<Session, 'next' | 'state'>,
  cameBack: 'success' | 'cancel',
  isClosed: boolean,
): ResultView => {
  switch (next) {
    case 'done':
      return state === 'COMPLETED' ? 'done' : 'cancelled'
    case 'wait':
      return 'wait'
    case 'retryOrFinish':
      return 'declined'
    case 'pay':
      if (isClosed) return 'replaced'
      return cameBack === 'success' ? 'wait' : 'unfinished'
  }
}
