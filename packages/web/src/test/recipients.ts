/** Bank accounts as the server lists them. */
import type { Recipient } from '@puente/contract'

/** María's own account at Chase, entered long ago. */
export const aRecipient = (changes: Partial<Recipient> = {}): Recipient => ({
  id: 'rcp_0190c0c0c0c07c0c8c0c0c0c0c0c0c0c',
  fullName: 'María López',
  email: 'maria@example.com',
  accountType: 'Checking',
  routingNumber: '021000021',
  accountNumber: '••••6789',
  bankName: 'Chase',
  personType: 'personal',
  address: '1 Ocean Drive',
  city: 'Miami',
  state: 'FL',
  zipCode: '33139',
  birthday: '1990-05-17',
  type: 'own',
  linked: false,
  usable: true,
  unusableReason: null,
  lastReturn: null,
  coolingUntil: null,
  ...changes,
})
