import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const requestsRoutes = {
  createRequest: notYet,
  splitRequest: notYet,
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
