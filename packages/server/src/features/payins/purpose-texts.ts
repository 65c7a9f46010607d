import { brand, type Language } from '@puente/contract'
import type { PayinPurpose } from './payin-rail.ts'

/** What the payer reads on the provider's page and on its receipt. */
export const PURPOSE_TEXTS: Record<PayinPurpose, Record<Language, string>> = {
  deposit: {
    en: `Money for your ${brand.appName} balance`,
    es: `Dinero para tu saldo de ${brand.appName}`,
    ko: `${brand.appName} 잔액 충전`,
  },
  send: {
    en: `Money sent with ${brand.appName}`,
    es: `Envío de dinero con ${brand.appName}`,
    ko: `${brand.appName} 송금`,
  },
  invoice: {
    en: `Invoice paid with ${brand.appName}`,
    es: `Pago de factura con ${brand.appName}`,
    ko: `${brand.appName} 청구서 결제`,
  },
  request: {
    en: `Request paid with ${brand.appName}`,
    es: `Pago de solicitud con ${brand.appName}`,
    ko: `${brand.appName} 요청 금액 결제`,
  },
}
