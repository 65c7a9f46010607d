import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import Copyright from 'lucide-react/icons/copyright'
import FileText from 'lucide-react/icons/file-text'
import Handshake from 'lucide-react/icons/handshake'
import IdCard from 'lucide-react/icons/id-card'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslations } from 'use-intl'
import { paths } from '#lib/layout/paths.ts'

const rows = [
  { key: 'terms', icon: <FileText />, path: paths.aboutTerms.path },
  { key: 'privacy', icon: <ShieldCheck />, path: paths.aboutPrivacy.path },
  { key: 'conduct', icon: <Handshake />, path: paths.aboutConduct.path },
  { key: 'kyc', icon: <IdCard />, path: paths.aboutKyc.path },
  { key: 'copyright', icon: <Copyright />, path: paths.aboutCopyright.path },
] as const

/** Every legal text, with what it is about. */
export const LegalList = ({ label }: { label: string }) => {
  const t = useTranslations('content')
  return (
    <List label={label}>
      {rows.map(({ key, icon, path }) => (
        <ListRow
          key={key}
          leading={<RowIcon>{icon}</RowIcon>}
          title={t(`titles.${key}`)}
          subtitle={t(`hints.${key}`)}
          chevron
          render={(look) => <Link to={path as string} {...look} />}
        />
      ))}
    </List>
  )
}
