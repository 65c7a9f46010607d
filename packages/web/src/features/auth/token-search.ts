/** Reads the search part of addresses that mails and friends hand out. */
export const tokenOf = (search: Record<string, unknown>): { token?: string } =>
  typeof search['token'] === 'string' ? { token: search['token'] } : {}
