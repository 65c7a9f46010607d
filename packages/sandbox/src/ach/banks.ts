/** The banks that this outside world knows by their routing numbers. */
import type Increase from 'increase'

const names: Record<string, string> = {
  '021000021': 'JPMORGAN CHASE BANK, NA',
  '026009593': 'BANK OF AMERICA, N.A.',
  '121000248': 'WELLS FARGO BANK, NA',
  '091000019': 'WELLS FARGO BANK (MINNESOTA)',
  '011401533': 'PLAID GINGHAM BANK',
  '110000000': 'LANTERN COMMUNITY BANK',
  '099999999': 'MESA VERDE CREDIT UNION',
}
/** Known, but it takes no payments of this kind. */
const WITHOUT_ACH = '021001088'

export const bankOf = (routingNumber: string): Increase.RoutingNumberListResponse | null => {
  const name = routingNumber === WITHOUT_ACH ? 'HSBC BANK USA (NO ACH)' : names[routingNumber]
  if (name === undefined) return null
  return {
    ach_transfers: routingNumber === WITHOUT_ACH ? 'not_supported' : 'supported',
    fednow_transfers: 'not_supported',
    name,
    real_time_payments_request_for_payment: 'not_supported',
    real_time_payments_transfers: 'not_supported',
    routing_number: routingNumber,
    type: 'routing_number',
    wire_transfers: 'supported',
  }
}
