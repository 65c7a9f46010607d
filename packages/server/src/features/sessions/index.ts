/** A signed-in browser: how its session opens, stays, locks and ends, and whom a call comes from. */
export { authenticate } from './authenticate.ts'
export { recordEnd } from './record-end.ts'
export { sessionsRoutes } from './routes.ts'
export { answerSession, giveCookie, rememberDevice } from './session-answer.ts'
export { endHandoffs, findLiveHandoff, insertHandoff, openHandoff, takeHandoffCode } from './handoffs-store.ts'
export type { SessionFactor } from '@puente/contract'
export {
  browserOf,
  forgetKnownBrowsers,
  hasPassedFactor,
  listKnownBrowsers,
  notePassedFactor,
  wasHereSince,
} from './known-browsers-store.ts'
export { idleEnd } from './session-rules.ts'
export {
  endOf,
  isSessionOpen,
  readSessionEnds,
  sessionClosed,
  sessionOfCookie,
  standingsOf,
} from './session-standing.ts'
export {
  closeAllSessions,
  closeSessions,
  findSession,
  isFirstSession,
  replaceCookie,
  unlockSessionRow,
} from './sessions-store.ts'
export {
  endSignInTokens,
  findTokenOwner,
  type GivenToken,
  insertSignInToken,
  takeSignInToken,
} from './sign-in-tokens-store.ts'
export { startSession, type StartedSession } from './start-session.ts'
export { sessionsTasks } from './tasks.ts'
