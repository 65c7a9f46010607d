/** Whether a call, by its key, takes money out of Puente: what confirms it says "withdraw", not "send". */
export const isWithdrawal = ({ operation }: { operation: string }): boolean =>
  operation === 'withdrawBank' || operation === 'withdrawPaypal'
