import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { listFrequents } from './list-frequents.ts'
import { readPublicProfile } from './read-public-profile.ts'
import { searchPeople } from './search-people.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const contactsRoutes = {
  search: searchPeople,
  publicProfile: readPublicProfile,
  frequents: (ctx) => listFrequents(ctx),
  block: notYet,
  unblock: notYet,
  blocked: notYet,
} satisfies Partial<Handlers>
