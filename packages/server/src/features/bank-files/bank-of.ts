import type { Services } from '#platform/services.ts'
import type { NachaSettings } from '#providers/ach/nacha/settings.ts'

/** Our bank that takes files; null while withdrawals leave by another way, or none. */
export const bankOf = ({ config: { ach } }: Pick<Services, 'config'>): NachaSettings | null =>
  ach !== 'off' && ach.by === 'nacha' ? ach : null
