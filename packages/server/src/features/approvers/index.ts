/** A second pair of eyes: who approves a person's payments, and which payments wait for that. What then moves money is a transfer's. */
export { approvalDetails, approverIdsOf, decidedUntil, HELD_FOR_APPROVER, outcomeOf } from './approvals.ts'
export {
  type Approval,
  approversFact,
  createApproversParticipant,
  forApprovers,
  NOT_THEIRS,
} from './approvers-participant.ts'
export { readBoth } from './approvers-out.ts'
export { requireDecision } from './list-decisions.ts'
export { approversRoutes } from './routes.ts'
export { approversTasks } from './tasks.ts'
