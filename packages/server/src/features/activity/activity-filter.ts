/** Which of a person's transactions are wanted; null leaves a side open. `until` is the first moment that is too late. */
export type Filter = {
  counterpartId: string | null
  /** Part of the counterpart's name. */
  name: string | null
  types: string[] | null
  search: string | null
  /** Types and states that the words of the search stand for; rows of these fit it too. */
  searchTypes: string[] | null
  searchStates: string[] | null
  /** Only what has not ended. */
  underWay: true | null
  from: Date | null
  until: Date | null
}

/** Whether everything is wanted. */
export const isOpen = (filter: Filter): boolean => Object.values(filter).every((value) => value === null)

/** A row's place in the order of the list. */
export type Position = { createdAt: Date; movementId: string }
