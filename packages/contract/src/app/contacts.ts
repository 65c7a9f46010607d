import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'
import { HANDLE, UserIdOut, USER_ID } from '../ids.ts'

const Found = z.object({
  publicTransactionId: z.string(),
  fullName: z.string(),
  image: z.nullable(z.string()),
  business: z.boolean(),
})
export type FoundPerson = z.infer<typeof Found>

const Frequent = z.object({
  id: UserIdOut,
  publicTransactionId: z.string(),
  fullName: z.string(),
  image: z.nullable(z.string()),
  business: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  lastTransactionDate: TimestampOut,
  numberOfTransactions: z.int(),
  missingKYC: z.boolean(),
})
export type FrequentContact = z.infer<typeof Frequent>

const Blocked = z.object({
  id: UserIdOut,
  /** Shown to the one who blocked alone, to tell whom to unblock; null where the account is closed. */
  fullName: z.nullable(z.string()),
  publicTransactionId: z.nullable(z.string()),
  blockedAt: TimestampOut,
})
export type BlockedPerson = z.infer<typeof Blocked>

/** A user id or a public handle; one that is malformed names nobody. */
const BlockedIn = z
  .string('userNotFound')
  .check(z.refine((value) => USER_ID.test(value) || HANDLE.test(value), 'userNotFound'))

export const SEARCH_MIN = 3

export const contacts = {
  search: {
    method: 'POST',
    path: '/clients/search',
    summary:
      'Find people who can receive: exact email, phone, name or handle, the start of a handle that fits few people, or part of the name of a person the caller had a transfer with',
    access: 'user',
    needs: ['contacts'],
    throttle: 'search',
    priority: 'search',
    inDoubt: 'served',
    body: z.strictObject({
      search: z
        .string('invalidRequest')
        .check(z.trim(), z.minLength(SEARCH_MIN, 'invalidRequest'), z.maxLength(254, 'invalidRequest')),
    }),
    result: z.object({ items: z.array(Found) }),
    refuses: ['emailNotVerified', 'kycRequired'],
  },
  publicProfile: {
    method: 'GET',
    path: '/clients/public',
    summary: 'The person who has exactly this username and can receive, or oneself',
    access: 'user',
    needs: ['contacts'],
    throttle: 'search',
    priority: 'search',
    query: z.strictObject({ publicTransactionId: z.string('userNotFound').check(z.maxLength(254, 'userNotFound')) }),
    result: Found,
    refuses: ['userNotFound', 'emailNotVerified', 'kycRequired'],
  },
  frequents: {
    method: 'GET',
    path: '/clients/frequents',
    summary: 'The ten people most money went between in the last twelve months',
    access: 'user',
    throttle: 'read',
    priority: 'search',
    // Follows live events, and so is no sign that a person is there.
    background: true,
    result: z.object({ items: z.array(Frequent) }),
    refuses: [],
  },
  block: {
    method: 'POST',
    path: '/contacts/block',
    summary:
      'Block a person: neither side can send to, ask or find the other any more. Answers with everyone the caller has blocked; again changes nothing',
    access: 'user',
    needs: ['contacts'],
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ userId: BlockedIn }),
    result: z.object({ items: z.array(Blocked) }),
    refuses: ['userNotFound', 'emailNotVerified', 'kycRequired'],
  },
  unblock: {
    method: 'POST',
    path: '/contacts/unblock',
    summary: 'Undo a block; answers with everyone the caller still has blocked. Again changes nothing',
    access: 'user',
    throttle: 'notes',
    priority: 'lists',
    body: z.strictObject({ userId: BlockedIn }),
    result: z.object({ items: z.array(Blocked) }),
    refuses: ['userNotFound'],
  },
  blocked: {
    method: 'GET',
    path: '/contacts/blocked',
    summary: 'Everyone the caller has blocked, the latest first',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({ items: z.array(Blocked) }),
    refuses: [],
  },
} as const satisfies Endpoints
