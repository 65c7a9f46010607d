/** What factories write people with; for tests only, which start where sign-up and codes would have ended. */
export { setTier, updateAccount } from './account.ts'
export { insertAcceptance, insertAccount } from './account-store.ts'
export { claimOf, takeClaim } from './claims-store.ts'
export { insertPerson } from './directory-store.ts'
export { insertSession } from './sessions-store.ts'
