import { accountScreens } from './account-screens.ts'
import { invoiceScreens } from './invoice-screens.ts'
import { kycScreens } from './kyc-screens.ts'
import { moneyScreens } from './money-screens.ts'
import { railsScreens } from './rails-screens.ts'
import type { Screen } from './scene.ts'
import { securityScreens } from './security-screens.ts'
import { shellScreens } from './shell-screens.ts'
import { visitorScreens } from './visitor-screens.ts'

/** Every screen; a new one gets its line in the file of its neighbours. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...accountScreens,
  ...securityScreens,
  ...shellScreens,
  ...moneyScreens,
  ...railsScreens,
  ...invoiceScreens,
  ...kycScreens,
]
