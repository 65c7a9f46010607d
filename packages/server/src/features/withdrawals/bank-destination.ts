import * as z from 'zod/mini'
import type { AchDestination } from '#providers/ach/port.ts'

/** The account as it was when the withdrawal was asked for, and the version of the recipient that says so; bare uuids. */
export type BankDestination = AchDestination & { recipientId: string; versionId: string }

const destination = z.strictObject({
  recipientId: z.string(),
  versionId: z.string(),
  name: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  funding: z.enum(['checking', 'savings']),
  holder: z.enum(['individual', 'business']),
})

/** Throws for anything else. */
export const bankDestinationOf = (stored: unknown): BankDestination => destination.parse(stored)
