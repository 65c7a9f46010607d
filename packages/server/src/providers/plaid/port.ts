import type { PlaidApi } from 'plaid'
import type { WebhookSource } from '../types.ts'

/**
 * Plaid as its adapters use it: the feed of our own account (`providers/zelle`) and the linking of people's accounts. An event's
 * `type` is `<webhook_type>.<webhook_code>`; its `objectId` is the item's id, or the link token of a linking session.
 */
export interface Plaid extends WebhookSource {
  /** Runs one call of the SDK and answers with its body. Throws `ProviderError`. */
  call<T>(work: (api: PlaidApi) => Promise<{ data: T }>): Promise<T>
}
