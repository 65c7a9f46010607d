/** The rails on which money can be under way; a payment's row and the sweeper's list name one of them. */
export type RailName = 'card' | 'held-transfer'
