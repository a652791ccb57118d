// Hands tickets to a colleague or to a queue; a single one on another connection if need be.
import { useEffect } from 'react'
import { Group, Select, Text, Textarea, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { longestTransferComment } from '@guiche/shared/features/inbox/tickets.ts'
import { useUser } from '#platform/session/session.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { QueueSelect } from '#features/org/queues/QueuePicker.tsx'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { useLeaveText } from '#features/org/work-times/leave.store.ts'
import type { Transfer } from '../replica/ticket-actions.ts'

interface Values extends Record<string, unknown> {
  userId: string | null
  queueId: string | null
  whatsappId: string | null
  comment: string
}

const schema = z.object({
  userId: z.string().nullable(),
  queueId: z.string().nullable(),
  whatsappId: z.string().nullable(),
  comment: z.string().trim().max(longestTransferComment, 'Too Long!')
})

const idOf = (value: string | null): number | null => (value === null ? null : Number(value))

interface TransferDialogProps {
  title: string
  initial: Pick<Transfer, 'queueId' | 'whatsappId'>
  hasConnection?: boolean
  /** The dialog stays open, with the reason, when this rejects. */
  onTransfer: (target: Transfer) => Promise<void>
  onClose: () => void
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id))

/** Everybody but oneself; those who are here stand first, and nobody on leave is chosen. */
function useUserOptions() {
  const { t } = useTranslation('words')
  const own = useUser()
  const users = useColleagues(({ items }) => items)
  useEffect(() => void ensureColleagues(), [])
  const leaveText = useLeaveText()
  const others = users.filter(({ id }) => id !== own.id)
  const sorted = others.toSorted((a, b) => Number(b.online) - Number(a.online) || a.name.localeCompare(b.name))
  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const user = users.find(({ id }) => String(id) === option.value)
    const isOnline = user?.online === true
    return (
      <Group gap={8} wrap="nowrap" flex={1}>
        <StatusDot tone={isOnline ? 'good' : 'off'} />
        <Text truncate flex={1}>
          {option.label}
        </Text>
        <Text size="xs" c="dimmed">
          {(user && leaveText(user)) ?? (isOnline ? t('online') : t('offline'))}
        </Text>
      </Group>
    )
  }
  const data = sorted.map((one) => ({ value: String(one.id), label: one.name, disabled: leaveText(one) !== null }))
  return { users, data, renderOption }
}

export function TransferDialog(props: TransferDialogProps) {
  const { title, initial, hasConnection = true, onTransfer, onClose } = props
  const { t } = useTranslation(['tickets', 'words'])
  const { users, data, renderOption } = useUserOptions()
  const connections = useConnections(({ items }) => items)
  useEffect(() => void ensureConnections(), [])
  const form = useDraftForm<Values>({
    initialValues: {
      userId: null,
      queueId: textOf(initial.queueId),
      whatsappId: textOf(initial.whatsappId),
      comment: ''
    },
    schema,
    check: ({ userId, queueId }): Record<string, string> =>
      userId === null && queueId === null ? { userId: t('transferTarget') } : {}
  })
  const { userId, queueId } = form.values
  const receiver = users.find(({ id }) => String(id) === userId)
  const isOutside =
    receiver !== undefined && queueId !== null && !receiver.queues.some(({ id }) => String(id) === queueId)
  const submit = (values: Values) =>
    onTransfer({
      userId: idOf(values.userId),
      queueId: idOf(values.queueId),
      whatsappId: idOf(values.whatsappId),
      comment: values.comment.trim()
    })
  return (
    <FormDialog title={title} form={form} onSubmit={submit} onClose={onClose} submitLabel={t('transfer')}>
      <Select
        label={t('transferUser')}
        description={userId === null ? t('transferUserHint') : undefined}
        searchable
        clearable
        allowDeselect
        data={data}
        renderOption={renderOption}
        // Nobody is there before the list has come; oneself is in it always.
        nothingFoundMessage={users.length > 0 ? t('words:noOptions') : undefined}
        data-autofocus
        {...form.getInputProps('userId')}
      />
      <QueueSelect
        label={t('queue')}
        description={isOutside ? t('transferOutside', { name: receiver.name }) : undefined}
        {...form.getInputProps('queueId')}
      />
      {hasConnection && (
        <Select
          label={t('connection')}
          data={connections.map(({ id, name, status }) => ({
            value: String(id),
            label: status === 'CONNECTED' ? name : t('connectionDown', { name })
          }))}
          {...form.getInputProps('whatsappId')}
        />
      )}
      <Textarea
        label={t('transferComment')}
        description={t('transferCommentHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestTransferComment}
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}
