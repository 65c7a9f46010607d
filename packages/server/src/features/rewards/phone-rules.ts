/**
 * Numbers that anybody gets in a moment and throws away. What we know without asking a carrier are the codes of the North American
 * plan that belong to no place: personal numbers, toll-free and premium ones. Numbers of internet telephony are not told apart.
 */
const NO_PLACE = new Set([
  '500',
  '521',
  '522',
  '523',
  '524',
  '525',
  '526',
  '527',
  '528',
  '529',
  '533',
  '544',
  '566',
  '577',
  '588',
  '600',
  '700',
  '710',
  '800',
  '822',
  '833',
  '844',
  '855',
  '866',
  '877',
  '880',
  '881',
  '882',
  '883',
  '888',
  '900',
])

/** Whether a number of the form `+1NXXNXXXXXX` belongs to no place. */
export const isDisposablePhone = (phone: string): boolean => NO_PLACE.has(phone.slice(2, 5))
