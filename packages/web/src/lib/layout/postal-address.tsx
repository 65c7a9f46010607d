import type { Me } from '@puente/contract'

/** A US address in two lines. */
export const PostalAddress = ({ address }: { address: NonNullable<Me['address']> }) => (
  <>
    {[address.line1, address.line2].filter(Boolean).join(', ')}
    <br />
    {`${address.city}, ${address.state} ${address.zipCode}`}
  </>
)
