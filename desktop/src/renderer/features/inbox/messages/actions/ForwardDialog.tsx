// Passes messages on to other people; those in service stand first.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { forwardMessage, mostForwards } from '@guiche/shared/features/inbox/message-forward.ts'
import type { ContactBrief } from '@guiche/shared/features/inbox/contacts.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { ContactPicker } from '#features/inbox/contacts/ContactPicker.tsx'
import { useTickets } from '#features/inbox/tickets/replica/tickets.store.ts'
import { QuotedBlock } from '../quote/QuotedBlock.tsx'
import classes from './forward-dialog.module.css'

/** People of conversations in service that are known here, the newest first. */
function usePeopleInService(): ContactBrief[] {
  const tickets = useTickets(({ rows }) => rows)
  const inService = [...tickets.values()].filter(({ status }) => status !== 'closed')
  const inOrder = inService.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return [...new Map(inOrder.map(({ contact }) => [contact.id, contact])).values()]
}

/** Milliseconds a word about somebody who got nothing stays. */
const toRead = 8_000

function Quoted({ message }: { message: Message }) {
  return <QuotedBlock quoted={message} contactName={message.contact?.name ?? ''} />
}

interface ForwardDialogProps {
  message: Message
  /** Further messages of the conversation, which go behind it. */
  followedBy?: readonly Message[]
  /** Somebody has them. */
  onForwarded?: () => void
  onClose: () => void
}

export function ForwardDialog({ message, followedBy = [], onForwarded, onClose }: ForwardDialogProps) {
  const { t } = useTranslation('messages')
  const amount = 1 + followedBy.length
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
      body: { contactIds: contacts.map(Number), followedBy: followedBy.map(({ id }) => id), clientId }
    })
    const count = new Set(messages.map(({ contactId }) => contactId)).size
    if (count > 0) {
      const numbers = { count, shown: formatNumber(count), amount: formatNumber(amount) }
      notify.success(amount === 1 ? t('forwarded', numbers) : t('forwardedMany', numbers))
      onForwarded?.()
    }
    for (const { name, code } of refused)
      notify.error(t('forwardRefused', { name, reason: errorText(code) }), { autoClose: toRead })
  }
  return (
    <FormDialog
      title={amount === 1 ? t('forwardTitle') : t('forwardTitleMany', { amount: formatNumber(amount) })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('forward')}
    >
      {amount === 1 ? (
        <Quoted message={message} />
      ) : (
        <div className={classes['several']} role="group" aria-label={t('chosenMessages')} tabIndex={0}>
          {[message, ...followedBy].map((one) => (
            <Quoted key={one.id} message={one} />
          ))}
        </div>
      )}
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
