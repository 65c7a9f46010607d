import { NOTE_MAX, type Result, type Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useNotices } from '@puente/ui/notice'
import { TextArea } from '@puente/ui/text-area'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** A note to oneself about a movement. */
export const PrivateNote = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity.privateNote')
  const [editing, setEditing] = useState(false)
  const note = row.privateNote ?? ''

  if (editing) return <Editor row={row} onClose={() => setEditing(false)} />
  if (note === '') {
    return (
      <Button variant="ghost" onClick={() => setEditing(true)}>
        {t('add')}
      </Button>
    )
  }
  return (
    <Card
      tone="quiet"
      title={t('title')}
      action={
        <Button variant="ghost" size="small" onClick={() => setEditing(true)}>
          {t('edit')}
        </Button>
      }
    >
      <p className="whitespace-pre-line">{note}</p>
    </Card>
  )
}

const Editor = ({ row, onClose }: { row: Transaction; onClose: () => void }) => {
  const t = useTranslations('activity.privateNote')
  const tCommon = useTranslations('common')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const [text, setText] = useState(row.privateNote ?? '')

  const save = useMutation({
    mutationFn: () => call('noteTransaction', { transactionId: row.id, note: text.trim() }),
    onSuccess: ({ note }: Result<'noteTransaction'>) => {
      client.setQueryData<Transaction>(
        queryKeys.transaction(row.id),
        (old) => old && { ...old, privateNote: note === '' ? null : note },
      )
      void client.invalidateQueries({ queryKey: queryKeys.transactions })
      show('positive', t('saved'))
      onClose()
    },
    onError: (error) => fail(error),
  })

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <TextArea
        label={t('title')}
        hint={`${t('hint')} ${t('left', { count: String(NOTE_MAX - text.length) })}`}
        maxLength={NOTE_MAX}
        // It was just asked for by the button in its place.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="small" pending={save.isPending} pendingLabel={tCommon('working')}>
          {t('save')}
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          {tCommon('cancel')}
        </Button>
      </div>
    </form>
  )
}
