export const name = (side: 'debit' | 'credit'): string => {
  switch (side) {
    case 'debit':
      return 'debit'
  }
  return ''
}
