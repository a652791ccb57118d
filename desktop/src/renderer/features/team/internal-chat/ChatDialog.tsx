// Starts a chat or changes one: its title and who is in it.
import { useEffect } from 'react'
import { MultiSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chatDraft, createChat, updateChat, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { showChat } from './chat-in-view.store.ts'

interface ChatDialogProps {
  /** Absent to start one. */
  chat?: Chat
  onSaved: (chat: Chat) => void
  onClose: () => void
}

export function ChatDialog({ chat, onSaved, onClose }: ChatDialogProps) {
  const { t } = useTranslation(['chats', 'words'])
  const { id } = useUser()
  const colleagues = useColleagues(({ items }) => items).filter((one) => one.id !== id)
  useEffect(() => void ensureColleagues(), [])
  const form = useDraftForm({
    initialValues: {
      title: chat?.title ?? '',
      users: chat?.users.filter(({ userId }) => userId !== id).map(({ userId }) => String(userId)) ?? []
    },
    schema: chatDraft.pick({ title: true }),
    check: ({ title, users }): Record<string, string> => ({
      ...(title.trim() === '' ? { title: t('titleRequired') } : {}),
      ...(users.length === 0 ? { users: t('usersRequired') } : {})
    })
  })
  const submit = async ({ title, users }: typeof form.values) => {
    const body = { title: title.trim(), users: users.map((userId) => ({ id: Number(userId) })) }
    const saved = chat ? await call(updateChat, { params: { id: chat.id }, body }) : await call(createChat, { body })
    showChat(saved)
    notify.success(t('saved'))
    onSaved(saved)
  }
  return (
    <FormDialog title={t(chat ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose}>
      <TextInput label={t('chatTitle')} withAsterisk maxLength={100} data-autofocus {...form.getInputProps('title')} />
      <MultiSelect
        label={t('members')}
        withAsterisk
        searchable
        hidePickedOptions
        nothingFoundMessage={t('words:noOptions')}
        data={colleagues.map((one) => ({ value: String(one.id), label: one.name }))}
        {...form.getInputProps('users')}
      />
    </FormDialog>
  )
}
