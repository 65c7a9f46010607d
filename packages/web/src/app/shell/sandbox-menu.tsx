import type { Result } from '@puente/contract'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Sheet } from '@puente/ui/sheet'
import Mail from 'lucide-react/icons/mail'
import UserCheck from 'lucide-react/icons/user-check'
import { Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSession } from '#lib/session/session.ts'

const TestMoney = lazyPart(() => import('./test-money.tsx').then((part) => part.TestMoney))

export type Sandbox = NonNullable<Result<'config'>['sandbox']>

type Props = { sandbox: Sandbox; open: boolean; onOpenChange: (open: boolean) => void }

/** Links to what the sandbox simulates: messages, money, identity checks; each only where it is simulated. */
export const SandboxMenu = ({ sandbox, open, onOpenChange }: Props) => {
  const t = useTranslations()
  const { status } = useSession()
  const plays = (...names: string[]) => names.some((name) => sandbox.rails.includes(name))
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      over="header"
      title={t('shell.sandbox.text')}
      closeLabel={t('common.close')}
    >
      <List>
        {plays('mail', 'sms') && (
          <Page
            url={sandbox.inboxUrl}
            icon={<Mail />}
            title={t('shell.sandbox.inbox')}
            text={t('shell.sandbox.inboxText')}
          />
        )}
        {plays('card') && status === 'in' && (
          <Suspense>
            <TestMoney onDone={() => onOpenChange(false)} />
          </Suspense>
        )}
        {plays('kyc') && (
          <Page
            url={sandbox.reviewerUrl}
            icon={<UserCheck />}
            title={t('shell.sandbox.reviewer')}
            text={t('shell.sandbox.reviewerText')}
          />
        )}
      </List>
    </Sheet>
  )
}

/** A link to a page of the sandbox, in another tab. */
const Page = ({ url, icon, title, text }: { url: string; icon: ReactNode; title: string; text: string }) => (
  <ListRow
    leading={<RowIcon>{icon}</RowIcon>}
    title={title}
    subtitle={text}
    chevron
    render={({ children, ...target }) => (
      <a href={url} target="_blank" rel="noreferrer" {...target}>
        {children}
      </a>
    )}
  />
)
