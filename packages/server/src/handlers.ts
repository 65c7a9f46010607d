import { activityRoutes } from '#features/activity/index.ts'
import { accountsRoutes } from '#features/accounts/index.ts'
import { authRoutes } from '#features/auth/index.ts'
import { approversRoutes } from '#features/approvers/index.ts'
import { closingRoutes } from '#features/closing/index.ts'
import { cardsRoutes } from '#features/cards/index.ts'
import { paypalRoutes } from '#features/paypal/index.ts'
import { contactsRoutes } from '#features/contacts/index.ts'
import { contentRoutes } from '#features/content/index.ts'
import { depositsRoutes } from '#features/deposits/index.ts'
import { factorsRoutes } from '#features/factors/index.ts'
import { exportsRoutes } from '#features/exports/index.ts'
import { invoicesRoutes } from '#features/invoices/index.ts'
import { kycRoutes } from '#features/kyc/index.ts'
import { limitsRoutes } from '#features/limits/index.ts'
import { notificationsRoutes } from '#features/notifications/index.ts'
import { papersRoutes } from '#features/papers/index.ts'
import { payingRoutes } from '#features/paying/index.ts'
import { productsRoutes } from '#features/products/index.ts'
import { profileRoutes } from '#features/profile/index.ts'
import { recipientsRoutes } from '#features/recipients/index.ts'
import { requestsRoutes } from '#features/requests/index.ts'
import { rewardsRoutes } from '#features/rewards/index.ts'
import { schedulesRoutes } from '#features/schedules/index.ts'
import { securityLogRoutes } from '#features/security-log/index.ts'
import { sessionsRoutes } from '#features/sessions/index.ts'
import { socialRoutes } from '#features/social/index.ts'
import { statementsRoutes } from '#features/statements/index.ts'
import { transfersRoutes } from '#features/transfers/index.ts'
import { withdrawalsRoutes } from '#features/withdrawals/index.ts'
import { supportRoutes } from '#features/support/index.ts'
import { walletRoutes } from '#features/wallet/index.ts'
import { zelleRoutes } from '#features/zelle/index.ts'
import type { Handlers } from '#platform/http/ctx.ts'
import { liveRoutes } from '#platform/live/routes.ts'

/** Every endpoint and the verb that answers it; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountsRoutes,
  ...securityLogRoutes,
  ...sessionsRoutes,
  ...factorsRoutes,
  ...authRoutes,
  ...socialRoutes,
  ...profileRoutes,
  ...notificationsRoutes,
  ...walletRoutes,
  ...kycRoutes,
  ...limitsRoutes,
  ...contactsRoutes,
  ...approversRoutes,
  ...depositsRoutes,
  ...cardsRoutes,
  ...paypalRoutes,
  ...transfersRoutes,
  ...productsRoutes,
  ...invoicesRoutes,
  ...payingRoutes,
  ...schedulesRoutes,
  ...withdrawalsRoutes,
  ...requestsRoutes,
  ...rewardsRoutes,
  ...activityRoutes,
  ...statementsRoutes,
  ...papersRoutes,
  ...supportRoutes,
  ...contentRoutes,
  ...recipientsRoutes,
  ...closingRoutes,
  ...exportsRoutes,
  ...zelleRoutes,
  ...liveRoutes,
}
