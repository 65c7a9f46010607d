/** Who is who in files: this bank, and the customer that hands files to it. */
export const bank = { routing: '091000019', odfi: '09100001', name: 'SANDBOX BANK' }
export const customer = { originId: '1234567890', companyId: '1234567890', name: 'PUENTE', account: '4000123456' }
