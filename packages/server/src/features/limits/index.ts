/** What one may move, and what it costs. */
export { feesParticipant } from './fees-participant.ts'
export { OPERATION_GROUPS } from './limit-rules.ts'
export { limitsParticipant } from './limits-participant.ts'
export { partiesParticipant } from './parties-participant.ts'
export { limitsRoutes } from './routes.ts'
