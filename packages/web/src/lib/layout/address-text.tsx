import { Fragment } from 'react'

/** An address, such as an email, that breaks after its @ or before a dot where it doesn't fit in one line. */
export const AddressText = ({ value }: { value: string }) =>
  value.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
