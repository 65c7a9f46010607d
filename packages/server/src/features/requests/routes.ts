import type { Handlers } from '#platform/http/ctx.ts'
import { cancelRequest } from './cancel-request.ts'
import { createRequest } from './create-request.ts'
import { declineRequest } from './decline-request.ts'
import { getRequest } from './get-request.ts'
import { getSplit } from './get-split.ts'
import { listRequestPayments } from './list-request-payments.ts'
import { listRequests } from './list-requests.ts'
import { readPublicRequest, readRequestPicture } from './read-public-request.ts'
import { remindRequest } from './remind-request.ts'
import { splitRequest } from './split-request.ts'

export const requestsRoutes = {
  createRequest,
  splitRequest,
  listRequests,
  getRequest,
  getSplit,
  listRequestPayments,
  publicRequest: readPublicRequest,
  requestPicture: readRequestPicture,
  cancelRequest,
  declineRequest,
  remindRequest,
} satisfies Partial<Handlers>
