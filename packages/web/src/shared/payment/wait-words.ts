import type { Result } from '@puente/contract'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { useNames } from '#shared/approval/names.ts'

/** What an answer to a payment from the balance says about a wait. */
export type Waiting = {
  state?: Result<'sendInApp'>['state']
  arrivesAt?: string | undefined
  decideBy?: string | undefined
  approverNames?: readonly string[] | undefined
}

/** Whether the final notes about a payment fit this answer. Any other, such as an earlier attempt that a provider is still working on, has its own detail page. */
export const hasWords = ({ state, arrivesAt }: Waiting): boolean =>
  state === 'COMPLETED' || state === 'ON HOLD' || arrivesAt !== undefined

/** What a payment from the balance is waiting for, in words, and what its link offers; null once it has arrived. */
export const useWaitWords = () => {
  const t = useTranslations('transfers.send.success')
  const formats = useFormats()
  const namesOf = useNames()
  return (
    { state = 'COMPLETED', arrivesAt, decideBy, approverNames = [] }: Waiting,
    amountCents: number,
    name: string,
  ) => {
    const words = { amount: formats.money(amountCents), name }
    if (decideBy !== undefined)
      return {
        title: t('approvalTitle'),
        text: t('approvalText', { ...words, names: namesOf(approverNames), at: formats.dateTime(decideBy) }),
        details: t('takeBack'),
      }
    if (arrivesAt !== undefined)
      return {
        title: t('undoTitle'),
        text: t('undoText', { ...words, time: formats.time(arrivesAt) }),
        details: t('undo'),
      }
    return state === 'COMPLETED' ? null : { title: t('heldTitle'), text: t('heldText', words), details: t('movement') }
  }
}
