/** A key for one confirm screen: a money call repeated under it happens once. */
export const newKey = (): string => crypto.randomUUID()
