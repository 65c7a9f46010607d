import { Avatar } from '@puente/ui/avatar'
import { List, ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import type { ApprovalDecision } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { decisionsQuery } from './decisions.ts'

/** What waits for the user's word, while anything does. Without its list the screen around it stands all the same. */
export const DecisionList = () => {
  const t = useTranslations('approvers.decisions')
  const decisions = useQuery(decisionsQuery)
  const items = decisions.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="decisions" className="grid gap-3">
      <h2 id="decisions" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <List labelledBy="decisions">
        {items.map((decision) => (
          <Row key={decision.transactionId} decision={decision} />
        ))}
      </List>
    </section>
  )
}

const Row = ({
  decision: { transactionId, fullName, image, to, amount, expiresAt },
}: {
  decision: ApprovalDecision
}) => {
  const t = useTranslations('approvers.decisions')
  const formats = useFormats()
  const picture = useFileUrl(image)
  return (
    <ListRow
      leading={<Avatar name={fullName} src={picture} />}
      title={t('row', { name: fullName, payee: to.fullName })}
      subtitle={t('until', { at: formats.dateTime(expiresAt) })}
      trailing={<Money cents={amount} locale={formats.locale} />}
      chevron
      render={(target) => (
        <Link to={paths.settingsApproversDecide.path} state={{ approval: transactionId }} {...target} />
      )}
    />
  )
}
