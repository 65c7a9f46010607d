import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type Props = {
  title: ReactNode
  description: ReactNode
  /** What the button that does it says. */
  action: string
  /** What the button that leaves everything as it is says; "Cancel" unless given. */
  keep?: string
  /** The action takes something away for good, or can hardly be taken back. Default true. */
  danger?: boolean
  /** The action is under way: the dialog stays until it has ended. */
  pending?: boolean
  /** Announced to screen readers while it is under way; "Working…" unless given. */
  pendingLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** The one question before an action. The way out has the focus: an Enter too many changes nothing. */
export const ConfirmDialog = (props: Props) => {
  const { title, description, action, danger = true, pending = false, onConfirm, onClose } = props
  const t = useTranslations('common')
  return (
    <Dialog
      open
      dismissible={!pending}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            pendingLabel={props.pendingLabel ?? t('working')}
            onClick={onConfirm}
          >
            {action}
          </Button>
          <Button
            variant="secondary"
            disabled={pending}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={onClose}
          >
            {props.keep ?? t('cancel')}
          </Button>
        </>
      }
    />
  )
}
