import type { ErrorCode } from '@puente/contract'
import type { Participant as LedgerParticipant, Refusal } from '@puente/ledger'

/** A participant of the product: people read its refusals, so its codes are those of the catalogue. */
export type Participant<Need, State, Change, Fact = undefined> = LedgerParticipant<Need, State, Change, Fact, ErrorCode>

/** A refusal that is decided in the batch. */
export type BatchRefusal = Refusal<ErrorCode>
