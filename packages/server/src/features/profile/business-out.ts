import type { Output } from '@puente/contract'
import type { Account } from '#features/accounts/index.ts'

/** What a business has told about itself, as its owner sees it: of the EIN the last four digits. */
export const businessOut = ({ business }: Pick<Account, 'business'>): Output<'me'>['businessProfile'] =>
  business && { name: business.name, einLast4: business.ein.slice(-4), kind: business.kind }
