import type { Handlers } from '#platform/http/ctx.ts'
import { checkedBeforeProof } from '#platform/http/step-up.ts'
import { approvalShown, decideApproval } from './decide-approval.ts'
import { sendInApp } from './send-in-app.ts'

export const transfersRoutes = {
  sendInApp: { onlyPosts: sendInApp },
  decideApproval: checkedBeforeProof(approvalShown, decideApproval),
} satisfies Partial<Handlers>
