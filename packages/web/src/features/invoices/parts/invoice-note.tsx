import type { Invoice } from '@puente/contract'

/** The note that the server makes of the products where whoever sent the invoice wrote none; the lines say the same. */
const madeOf = (lines: Invoice['products']): string =>
  lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ')

/** What the sender wrote about the invoice; nothing where that is only what the lines say. */
export const InvoiceNote = ({ row: { note, products } }: { row: Pick<Invoice, 'note' | 'products'> }) =>
  note !== '' && note !== madeOf(products) && <p className="wrap-anywhere whitespace-pre-line">{note}</p>
