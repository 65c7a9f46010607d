/** The bank accounts that people withdraw to: their list, the version of each that a withdrawal is paid with, and what their banks say. */
export { type Recipient } from './recipient.ts'
export { maskedAccount } from './recipient-rules.ts'
export { recipientsParticipant } from './recipients-participant.ts'
export { findRecipient, listDestinations, listRecipientsOf } from './recipients-store.ts'
export { recipientsRoutes } from './routes.ts'
export { bankLinkJob, recipientsTasks } from './tasks.ts'
export { correctRecipient, forgetRecipientReturn, markRecipientReturned } from './told-by-bank.ts'
