import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { createRequest } from './create-request.ts'
import { splitRequest } from './split-request.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const requestsRoutes = {
  createRequest,
  splitRequest,
  listRequests: notYet,
  getRequest: notYet,
  getSplit: notYet,
  publicRequest: notYet,
  requestPicture: notYet,
  cancelRequest: notYet,
  declineRequest: notYet,
  remindRequest: notYet,
  payRequest: notYet,
} satisfies Partial<Handlers>
