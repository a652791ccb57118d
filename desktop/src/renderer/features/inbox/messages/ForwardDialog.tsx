// Passes a message on to other people; those in service stand first.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { forwardMessage, mostForwards } from '@guiche/shared/features/inbox/message-forward.ts'
import type { ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/http.ts'
import { errorText } from '#platform/error-text.ts'
import { formatNumber } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { ContactPicker } from '#features/inbox/contacts/ContactPicker.tsx'
import { useTickets } from '#features/inbox/tickets/tickets.store.ts'
import { QuotedBlock } from './QuotedBlock.tsx'

/** People of conversations in service that are known here, the newest first. */
const usePeopleInService = (): ContactBrief[] => {
  const tickets = useTickets(({ book }) => book.tickets)
  const inService = [...tickets.values()].filter(({ status }) => status !== 'closed')
  const inOrder = inService.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return [...new Map(inOrder.map(({ contact }) => [contact.id, contact])).values()]
}

/** Milliseconds a word about somebody who got nothing stays. */
const toRead = 8_000

export const ForwardDialog = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const { t } = useTranslation('messages')
  // The same for every try: what has arrived is not sent again.
  const [clientId] = useState(() => crypto.randomUUID())
  const people = usePeopleInService()
  const form = useDraftForm({
    initialValues: { contacts: [] as string[] },
    schema: z.object({ contacts: z.array(z.string()) }),
    check: ({ contacts }): Record<string, string> => (contacts.length === 0 ? { contacts: t('forwardTo') } : {})
  })
  const submit = async ({ contacts }: typeof form.values) => {
    const { messages, refused } = await call(forwardMessage, {
      params: { messageId: message.id },
      body: { contactIds: contacts.map(Number), clientId }
    })
    if (messages.length > 0)
      notify.success(t('forwarded', { count: messages.length, shown: formatNumber(messages.length) }))
    for (const { name, code } of refused)
      notify.error(t('forwardRefused', { name, reason: errorText(code) }), { autoClose: toRead })
  }
  return (
    <FormDialog title={t('forwardTitle')} form={form} onSubmit={submit} onClose={onClose} submitLabel={t('forward')}>
      <QuotedBlock quoted={message} contactName={message.contact?.name ?? ''} />
      <ContactPicker
        label={t('forwardTo')}
        description={t('forwardHint', { most: mostForwards })}
        withAsterisk
        maxValues={mostForwards}
        atHand={people}
        isOffered={({ id }) => id !== message.contactId}
        data-autofocus
        {...form.getInputProps('contacts')}
      />
    </FormDialog>
  )
}
