import type { Handlers } from '#platform/http/ctx.ts'
import { answerApprover } from './answer-approver.ts'
import { changeApprover } from './change-approver.ts'
import { checkApproval } from './check-approval.ts'
import { inviteApprover } from './invite-approver.ts'
import { leaveApprover } from './leave-approver.ts'
import { listApprovers } from './list-approvers.ts'
import { getDecision, listDecisions } from './list-decisions.ts'
import { keepApprover, removeApprover } from './remove-approver.ts'

export const approversRoutes = {
  listApprovers,
  inviteApprover,
  answerApprover,
  changeApprover,
  removeApprover,
  keepApprover,
  leaveApprover,
  checkApproval,
  listDecisions,
  getDecision,
} satisfies Partial<Handlers>
