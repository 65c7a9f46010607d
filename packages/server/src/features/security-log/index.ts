/** What happened to the safety of an account, for its owner to read: every slice that changes it records it here. */
export { countRefusedSignIns, recordSecurityEvent } from './record-security-event.ts'
export { hasHappened } from './security-log-store.ts'
export { securityLogRoutes } from './routes.ts'
export { securityLogTasks } from './tasks.ts'
