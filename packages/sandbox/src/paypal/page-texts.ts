/** The words of PayPal's page. */
import type { Language } from '../card/page-texts.ts'

type Texts = {
  title: string
  banner: string
  payTo: string
  explain: string
  approve: (amount: string) => string
  cancel: string
  back: string
  approvedTitle: string
  approved: string
  expiredTitle: string
  expired: string
  unknownTitle: string
  unknown: string
}

export const paypalTexts: Record<Language, Texts> = {
  en: {
    title: 'Pay with PayPal',
    banner: 'Sandbox: no real money moves',
    payTo: 'Pay Puente',
    explain: 'This page plays PayPal. You would sign in to PayPal here and choose how to pay.',
    approve: (amount) => `Approve ${amount}`,
    cancel: 'Cancel and return',
    back: 'Back to Puente',
    approvedTitle: 'Payment approved',
    approved: "You've approved this payment. You can go back now.",
    expiredTitle: 'This page has expired',
    expired: 'Nothing was charged. Go back and start again.',
    unknownTitle: 'Payment not found',
    unknown: 'The link is incomplete or too old.',
  },
  es: {
    title: 'Pagar con PayPal',
    banner: 'Entorno de pruebas: no se mueve dinero real',
    payTo: 'Pago a Puente',
    explain: 'Esta página hace de PayPal. Aquí iniciarías sesión en PayPal y elegirías cómo pagar.',
    approve: (amount) => `Aprobar ${amount}`,
    cancel: 'Cancelar y volver',
    back: 'Volver a Puente',
    approvedTitle: 'Pago aprobado',
    approved: 'Ya aprobaste este pago. Puedes volver.',
    expiredTitle: 'Esta página caducó',
    expired: 'No se cobró nada. Vuelve y empieza de nuevo.',
    unknownTitle: 'No encontramos el pago',
    unknown: 'El enlace está incompleto o es demasiado antiguo.',
  },
  ko: {
    title: 'PayPal로 결제',
    banner: '테스트 환경: 실제 돈은 움직이지 않아요',
    payTo: 'Puente에 결제',
    explain: 'PayPal 역할을 하는 페이지예요. 실제로는 여기서 PayPal에 로그인하고 결제 수단을 선택해요.',
    approve: (amount) => `${amount} 승인`,
    cancel: '취소하고 돌아가기',
    back: 'Puente로 돌아가기',
    approvedTitle: '결제를 승인했어요',
    approved: '이 결제를 승인했어요. 이제 돌아가도 돼요.',
    expiredTitle: '페이지 유효 시간이 지났어요',
    expired: '청구된 금액은 없어요. 돌아가서 다시 시작해 주세요.',
    unknownTitle: '결제를 찾을 수 없어요',
    unknown: '링크가 완전하지 않거나 너무 오래됐어요.',
  },
}
