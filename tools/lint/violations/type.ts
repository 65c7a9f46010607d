export const total: number = '100'
