import { TICKET_FILES_MAX } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { FieldNotes, useField } from '@puente/ui/field'
import { IconButton } from '@puente/ui/icon-button'
import { clsx } from 'clsx'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { ACCEPTED, type Attachments } from '../api/attachments.ts'

/** Chooses pictures and PDFs for a message, and takes them away again. Nothing is uploaded before the message is sent. */
export const AttachFiles = ({ attachments }: { attachments: Attachments }) => {
  const t = useTranslations('support.files')
  const formats = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const { files, refused, unreadable, add, remove } = attachments
  const hint = t('hint', { count: String(TICKET_FILES_MAX) })
  const error =
    refused !== null
      ? t(`refused.${refused}`, { count: String(TICKET_FILES_MAX) })
      : unreadable && t('unreadable', { name: unreadable.name })
  const { ids, aria } = useField({ hint, error: error ?? undefined })
  return (
    <div className="grid gap-2">
      {files.length > 0 && (
        <ul aria-label={t('chosen')} className="grid gap-1">
          {files.map((file, at) => (
            <li
              key={at}
              className={clsx(
                'flex items-center gap-2 rounded-md ps-3',
                file === unreadable ? 'bg-negative-soft text-negative' : 'bg-surface-sunken',
              )}
            >
              <span className="grow py-2 wrap-anywhere">{file.name}</span>
              <span className="shrink-0 text-sm text-text-muted">{formats.size(file.size)}</span>
              <IconButton
                label={t('remove', { name: file.name })}
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  remove(file)
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <label
        className={`${buttonClass({ variant: 'secondary' })} cursor-pointer justify-self-start has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus`}
      >
        <input
          {...aria}
          ref={input}
          id={ids.control}
          type="file"
          multiple
          accept={ACCEPTED.join(',')}
          className="sr-only"
          onChange={(event) => {
            void add([...(event.target.files ?? [])])
            // The same file may be chosen again after it was removed or refused.
            event.target.value = ''
          }}
        />
        <Paperclip aria-hidden="true" className="size-5" />
        {t('add')}
      </label>
      <FieldNotes ids={ids} hint={hint} error={error ?? undefined} />
    </div>
  )
}
