import { decisionMutants } from './decision-mutants.ts'
import type { Mutant } from './mutant.ts'
import { postingMutants } from './posting-mutants.ts'
import { schemaMutants } from './schema-mutants.ts'
import { limitMutants } from './limit-mutants.ts'
import { paymentMutants } from './payment-mutants.ts'

export const mutants: readonly Mutant[] = [
  ...schemaMutants,
  ...decisionMutants,
  ...postingMutants,
  ...limitMutants,
  ...paymentMutants,
]
