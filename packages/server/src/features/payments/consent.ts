import type { Consent } from '@puente/contract'
import type { Json } from '@puente/ledger'
import { TERMS_VERSION } from '#features/content/index.ts'

/**
 * What the payer was shown, as the details of their own row keep it, with the version of the terms: a payer must have accepted the
 * one in force. The sentence itself follows from version, method and kind of the row.
 */
export const consentDetails = (consent: Consent | undefined): { consent?: Json } =>
  consent ? { consent: { ...consent, terms: TERMS_VERSION } } : {}

/** The details of a payer's row that the receiver's may share: what the payer was shown is private to them, as is what their provider made of it. */
export const withoutConsent = (details: { [key: string]: Json }): { [key: string]: Json } =>
  Object.fromEntries(Object.entries(details).filter(([key]) => key !== 'consent' && key !== 'providerHolds'))
