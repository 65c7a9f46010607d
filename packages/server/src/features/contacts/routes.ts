import type { Handlers } from '#platform/http/ctx.ts'
import { blockPerson, listBlocked, unblockPerson } from './block-person.ts'
import { listFrequents } from './list-frequents.ts'
import { readPublicProfile } from './read-public-profile.ts'
import { searchPeople } from './search-people.ts'

export const contactsRoutes = {
  search: searchPeople,
  publicProfile: readPublicProfile,
  frequents: (ctx) => listFrequents(ctx),
  block: blockPerson,
  unblock: unblockPerson,
  blocked: (ctx) => listBlocked(ctx),
} satisfies Partial<Handlers>
