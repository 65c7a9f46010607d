/**
 * A holder's name as a set of words without accents, punctuation and case: banks write one name in many ways, and in either order.
 * Two names agree when these are equal and not empty.
 */
export const holderKey = (name: string | null): string => {
  const plain = (name ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])].toSorted().join(' ')
}

export const isSameHolder = (one: string | null, other: string | null): boolean => {
  const key = holderKey(one)
  return key !== '' && key === holderKey(other)
}
