/** Who a person is: the account, what only one account may hold, what others may find, and what a person must have done before acting. */
export { deleteAcceptances } from './acceptances-store.ts'
export {
  type Account,
  findAccount,
  findDetails,
  findLanguageOf,
  findReferrerOf,
  getAccount,
  lockAccount,
} from './account-store.ts'
export { type AccountChange, keepTimeZone, updateAccountRow } from './account-changes-store.ts'
export { counterpartLang } from './counterpart-lang.ts'
export {
  type Credentials,
  findCredentials,
  getPasswordChangedAt,
  isPasswordOf,
  lockCredentials,
  noteSignInsEnded,
  updatePassword,
  updatePasswordHash,
} from './credentials-store.ts'
export {
  languageOfAccount,
  openAccount,
  raiseToVerified,
  recordTerms,
  setTier,
  termsAccepted,
  updateAccount,
} from './account.ts'
export { closeWrites, deletePerson, hasAccount } from './closing-store.ts'
export { recordAccess } from './access-log-store.ts'
export { freezeAccount, isOwnerInDoubt, OWN_CAUSES, requireSureOwner, unfreezeAccount } from './freeze-account.ts'
export { listFreezes } from './freezes-store.ts'
export { type ClaimKind, claimOf, findClaimant, releaseClaim, takeClaim } from './claims-store.ts'
export { findAnyCooling, findCooling, startCooling } from './cooling-store.ts'
export { findPersonByHandle, findPersonById, findPersonByPicture, listPeople, type Person } from './directory-store.ts'
export {
  deleteIdentities,
  deleteIdentity,
  insertIdentity,
  listIdentities,
  noteIdentityUsed,
  socialClaimOf,
} from './identities-store.ts'
export { requireContacts, requireOpen, requireRealEmail, requireTerms, requireTier, requireUser } from './guards.ts'
export { mailChoices, readUnsubscribe, UNSUBSCRIBE_PATH } from './mail-choices.ts'
export { mailToOwner } from './mail-to-owner.ts'
export { sendChangeNotice } from './send-change-notice.ts'
export { newLinkCode } from './link-code.ts'
export { handleOf, maskEmail, maskName, maskPhone, nameInHandle, PLAIN_ALPHABET } from './name-rules.ts'
export { findPeople } from './people.ts'
export { romanise } from './romanise-rules.ts'
export { areTextsStopped } from './stopped-texts-rules.ts'
export { accountsRoutes } from './routes.ts'
