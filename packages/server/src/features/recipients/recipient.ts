import type { Recipient as RecipientOut } from '@puente/contract'

/** What was entered about a bank account, or came from its bank, with everything sealed opened: never to be logged. */
export type RecipientDetails = Pick<
  RecipientOut,
  | 'fullName'
  | 'email'
  | 'accountType'
  | 'routingNumber'
  | 'personType'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'type'
> & {
  /** 4 to 17 digits. */
  accountNumber: string
  /** ISO day; null for a business. */
  birthday: string | null
  bankName: string | null
}

/** A recipient with the version in force. Ids are bare uuids. */
export type Recipient = {
  ownerId: string
  recipientId: string
  versionId: string
  details: RecipientDetails
  /** Keyed hash of routing and account number: the same for the same account, however it was entered. */
  destinationHash: string
  isLinked: boolean
  /** The code of the return that said it takes no money. */
  unusableCode: string | null
  /** The code of the last return that left it usable: a warning. */
  returnedCode: string | null
  /** Until then only little may go to it. */
  coolingUntil: Date
}
