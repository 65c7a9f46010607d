/** Every rail the control interface can speak of. A name without a provider in `sandbox.ts` is not played. */
export const providerNames = ['card', 'paypal', 'ach', 'zelle', 'plaid', 'kyc', 'mail', 'sms', 'push', 'oidc'] as const
export type ProviderName = (typeof providerNames)[number]
