/**
 * The single list of screen paths: links, guards and redirects use it, and no path is written out anywhere else. A test
 * finds route files that are missing here. A path may be listed before its screen exists; menus and lists show an entry only
 * when `useScreenExists` knows its route.
 */
import { brand } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'

const screen = <P extends `/${string}`>(path: P) => ({
  path,
  /** The address with its search part, for places that need plain text. */
  href: (search: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams(search).toString()
    return query === '' ? path : `${path}?${query}`
  },
})

export const paths = {
  root: screen('/'),
  signIn: screen('/sign-in'),
  signUp: screen('/sign-up'),
  signUpEmail: screen('/sign-up/email-verify'),
  signUpPhone: screen('/sign-up/phone-verification'),
  signUpBusiness: screen('/sign-up/business'),
  signUpAddress: screen('/sign-up/address'),
  confirmation: screen('/confirmation'),
  resetPassword: screen('/reset-password'),
  resetPasswordSuccess: screen('/reset-password/success'),
  notMe: screen('/not-me'),
  verifyUser: screen('/verify-user'),
  verifyAccount: screen('/verify-account'),
  verifyAccountConfirmation: screen('/verify-account/confirmation'),
  home: screen('/home'),
  movements: screen('/movements'),
  movementsDetail: screen('/movements/detail'),
  deposit: screen('/deposit-now'),
  depositSuccess: screen('/deposit-now/success'),
  depositCancel: screen('/deposit-now/cancel'),
  kyc: screen('/kyc'),
  kycTier1: screen('/kyc/Tier1'),
  kycTier2: screen('/kyc/tier2'),
  kycSuccess: screen('/kyc/success'),
  kycContinue: screen('/kyc/continue'),
  send: screen('/payments/send'),
  sendInApp: screen(`/payments/send/${brand.slug}`),
  sendInAppAmount: screen(`/payments/send/${brand.slug}/amount`),
  sendInAppDetail: screen(`/payments/send/${brand.slug}/detail`),
  sendInAppSuccess: screen(`/payments/send/${brand.slug}/success`),
  sendCard: screen('/payments/send/card'),
  sendCardAmount: screen('/payments/send/card/amount'),
  sendCardDetail: screen('/payments/send/card/detail'),
  sendCardSuccess: screen('/payments/send/card/success'),
  sendCardCancel: screen('/payments/send/card/cancel'),
  sendPaypal: screen('/payments/send/paypal'),
  sendPaypalAmount: screen('/payments/send/paypal/amount'),
  sendPaypalDetail: screen('/payments/send/paypal/detail'),
  sendPaypalSuccess: screen('/payments/send/paypal/success'),
  sendPaypalCancel: screen('/payments/send/paypal/cancel'),
  sendZelle: screen('/payments/send/zelle'),
  sendZelleAmount: screen('/payments/send/zelle/amount'),
  sendZelleDetail: screen('/payments/send/zelle/detail'),
  sendZelleSuccess: screen('/payments/send/zelle/success'),
  schedules: screen('/payments/schedules'),
  schedulesDetail: screen('/payments/schedules/detail'),
  zelle: screen('/payments/zelle'),
  requests: screen('/payments/request'),
  requestsDetail: screen('/payments/request/detail'),
  requestNew: screen('/payments/request/new'),
  requestPay: screen('/payments/request/pay'),
  requestPaid: screen('/payments/request/paid'),
  requestSplit: screen('/payments/request/split'),
  requestSplitReview: screen('/payments/request/split/review'),
  requestSplitDetail: screen('/payments/request/split/detail'),
  requestQr: screen('/payments/request/qr'),
  requestScan: screen('/payments/request/scan'),
  payLink: screen('/pay/$code'),
  person: screen('/u/$handle'),
  withdraw: screen('/payments/withdraw'),
  withdrawBank: screen('/payments/withdraw/bank'),
  withdrawBankRecipient: screen('/payments/withdraw/bank/recipient-details'),
  withdrawBankLink: screen('/payments/withdraw/bank/link'),
  withdrawBankAmount: screen('/payments/withdraw/bank/amount'),
  withdrawBankDetails: screen('/payments/withdraw/bank/details'),
  withdrawBankSuccess: screen('/payments/withdraw/bank/success'),
  withdrawPaypal: screen('/payments/withdraw/paypal'),
  withdrawPaypalAmount: screen('/payments/withdraw/paypal/amount'),
  withdrawPaypalDetails: screen('/payments/withdraw/paypal/details'),
  withdrawPaypalSuccess: screen('/payments/withdraw/paypal/success'),
  invoices: screen('/invoice'),
  invoicesDetail: screen('/invoice/detail'),
  invoicesPay: screen('/invoice/pay'),
  invoicesPaySuccess: screen('/invoice/pay/success'),
  invoicesPayCancel: screen('/invoice/pay/cancel'),
  invoicesConfirmation: screen('/invoice/confirmation'),
  invoicesSuccess: screen('/invoice/success'),
  invoicesRecipient: screen('/invoice/recipient'),
  invoicesRecipientAdd: screen('/invoice/recipient/add'),
  products: screen('/invoice/product'),
  productsAdd: screen('/invoice/product/add'),
  productsAddImage: screen('/invoice/product/add/image'),
  notifications: screen('/notifications'),
  settings: screen('/settings'),
  settingsProfileAndLimits: screen('/settings/profile-and-limits'),
  settingsPersonalInfo: screen('/settings/personal-info'),
  settingsEditPicture: screen('/settings/edit/picture'),
  settingsEditName: screen('/settings/edit/name'),
  settingsEditBusiness: screen('/settings/edit/business'),
  settingsEditUsername: screen('/settings/edit/username'),
  settingsEditBirthday: screen('/settings/edit/birthday'),
  settingsEditEmail: screen('/settings/edit/email'),
  settingsEditPhone: screen('/settings/edit/phone'),
  settingsEditAddress: screen('/settings/edit/address'),
  settingsEditNationality: screen('/settings/edit/nationality'),
  settingsTransactionLimits: screen('/settings/transaction-limits'),
  settingsPassword: screen('/settings/password'),
  settingsSecurity: screen('/settings/security'),
  settingsSocial: screen('/settings/security/social'),
  settingsSessions: screen('/settings/security/sessions'),
  settingsSecurityLog: screen('/settings/security/log'),
  settingsLostDevice: screen('/settings/security/lost-device'),
  settingsPaymentSafety: screen('/settings/payment-safety'),
  settingsNotifications: screen('/settings/notifications'),
  settingsLanguage: screen('/settings/language'),
  settingsDashboard: screen('/settings/dashboard'),
  settingsFaqs: screen('/settings/FAQS'),
  settingsLegal: screen('/settings/legal-aspects'),
  settingsCards: screen('/settings/cards'),
  settingsBankAccounts: screen('/settings/bank-accounts'),
  settingsRewards: screen('/settings/rewards'),
  settingsReferral: screen('/settings/referral'),
  settingsAccount: screen('/settings/account'),
  settingsAccessLog: screen('/settings/access-log'),
  settingsStatements: screen('/settings/statements'),
  settingsBlocked: screen('/settings/blocked'),
  about: screen('/about'),
  aboutTerms: screen('/about/terms'),
  aboutPrivacy: screen('/about/privacy'),
  aboutConduct: screen('/about/code-of-conduct'),
  aboutKyc: screen('/about/kyc'),
  aboutCopyright: screen('/about/copyright'),
} as const

export type ScreenPath = (typeof paths)[keyof typeof paths]['path']

/** Where a provider's page sends people back to: no splash there, they are in the middle of something. */
export const isProviderReturn = (pathname: string): boolean =>
  /^\/(?:payments\/send\/(?:paypal|card)|invoice\/pay|deposit-now)\/(?:success|cancel)\/?$/i.test(pathname) ||
  /^\/payments\/withdraw\/bank\/link\/?$/i.test(pathname)

/** @returns a function that tells whether a path has a route */
export const useScreenExists = (): ((path: ScreenPath) => boolean) => {
  const { routesByPath } = useRouter()
  return (path) => path in routesByPath
}
