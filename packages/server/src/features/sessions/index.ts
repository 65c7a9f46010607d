/** A signed-in browser: how its session opens, stays, locks and ends, and whom a call comes from. */
export { authenticate } from './authenticate.ts'
export { sessionsRoutes } from './routes.ts'
export { answerSession, giveCookie, rememberDevice } from './session-answer.ts'
export { idleEnd } from './session-rules.ts'
export { endOf, readSessionEnds, sessionClosed, sessionOfCookie } from './session-standing.ts'
export { closeAllSessions, replaceCookie, unlockSessionRow } from './sessions-store.ts'
export { endSignInTokens, insertSignInToken } from './sign-in-tokens-store.ts'
export { sessionsTasks } from './tasks.ts'
