import type { FoundPerson } from '@puente/contract'
import { lastDraft } from '#lib/forms/draft.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { paths } from '#lib/layout/paths.ts'
import '#shared/invoice/new-invoice.ts'

/** Goes on with the person an invoice is for; what was chosen for another one before is kept. */
export const useChoose = () => {
  const { draft, continueTo } = useDraft('invoice')
  return ({ publicTransactionId: handle, fullName, image }: FoundPerson): void => {
    const { draftId: _, made: __, ...kept } = lastDraft('invoice') ?? draft
    continueTo(paths.products.path, {
      ...kept,
      recipient: { toUser: handle, email: handle, fullName, image },
    })
  }
}
