// Opens a ticket for a contact: whom, on which connection, in which queue; and who serves them already.
import { useEffect, useState } from 'react'
import { Alert, Button, Select } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import type { TicketConflict } from '@guiche/shared/features/inbox/tickets.ts'
import { ApiError, aborted } from '#platform/net/api-error.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay, useUser } from '#platform/session/session.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { ensureQueues, useQueues } from '#features/org/queues/queues.store.ts'
import { ContactSelect } from '#features/inbox/contacts/ContactSelect.tsx'
import { conflictIn, startTicket } from '../replica/ticket-actions.ts'
import { showPart } from '../list/ticket-tab.store.ts'
import { findTicketByUuid } from '../replica/tickets.store.ts'

interface Values extends Record<string, unknown> {
  contact: Pick<Contact, 'id' | 'name' | 'number'> | null
  queueId: string | null
  whatsappId: string | null
}

const schema = z.object({
  contact: z.object({ id: z.number() }),
  queueId: z.string().nullable(),
  whatsappId: z.string().nullable()
})

interface NewTicketDialogProps {
  /** The contact, when it is settled already. */
  contact?: Pick<Contact, 'id' | 'name' | 'number'>
  /** Somebody a contact card names. */
  person?: { name: string; number: string }
  onClose: () => void
}

/** Who serves the contact, with the way there for those who may see it. */
function InService({ conflict, onOpen }: { conflict: TicketConflict; onOpen: (uuid: string) => void }) {
  const { t } = useTranslation('tickets')
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    findTicketByUuid(conflict.uuid).then(
      () => setVisible(true),
      // Hidden from this person: then the names are all there is to know.
      () => setVisible(false)
    )
  }, [conflict.uuid])
  const names = { user: conflict.user?.name ?? t('nobody'), queue: conflict.queue?.name ?? t('noQueue') }
  return (
    <Alert icon={<IconInfoCircle size={18} />} color="yellow" role="alert" title={t('inService')}>
      {conflict.status === 'pending' ? t('inServiceWaiting', names) : t('inServiceBy', names)}
      {isVisible && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={() => onOpen(conflict.uuid)}>
          {t('openThatTicket')}
        </Button>
      )}
    </Alert>
  )
}

function useChoices() {
  const { t } = useTranslation('tickets')
  const user = useUser()
  const seesAll = useMay('tickets:seeAll')
  const queues = useQueues(({ items }) => items)
  const connections = useConnections(({ items }) => items)
  useEffect(() => {
    void ensureQueues()
    void ensureConnections()
  }, [])
  return {
    queues: (seesAll ? queues : user.queues).map(({ id, name }) => ({ value: String(id), label: name })),
    connections: connections.map(({ id, name, status }) => ({
      value: String(id),
      label: status === 'CONNECTED' ? name : t('connectionDown', { name })
    }))
  }
}

export function NewTicketDialog({ contact, person, onClose }: NewTicketDialogProps) {
  const { t } = useTranslation(['tickets', 'errors'])
  const navigate = useNavigate()
  const user = useUser()
  const seesAll = useMay('tickets:seeAll')
  const { queues, connections } = useChoices()
  const [conflict, setConflict] = useState<TicketConflict | null>(null)
  const onlyQueue = user.queues.length === 1 && !seesAll ? String(user.queues[0]?.id) : null
  const form = useDraftForm<Values>({
    initialValues: {
      contact: contact ?? null,
      queueId: onlyQueue,
      whatsappId: user.whatsappId === null ? null : String(user.whatsappId)
    },
    schema,
    check: ({ queueId }): Record<string, string> =>
      queueId === null && !seesAll ? { queueId: t('errors:ERR_QUEUE_REQUIRED') } : {}
  })
  const open = (uuid: string) => {
    onClose()
    void navigate(ticketPage(uuid))
  }
  const submit = async (values: Values) => {
    setConflict(null)
    try {
      const ticket = await startTicket({
        contactId: values.contact?.id ?? 0,
        queueId: values.queueId === null ? null : Number(values.queueId),
        whatsappId: values.whatsappId === null ? null : Number(values.whatsappId)
      })
      showPart('attending')
      void navigate(ticketPage(ticket.uuid))
    } catch (error) {
      const found = conflictIn(error)
      if (found === null) throw error
      setConflict(found)
      // The dialog tells of it in its own words and stays.
      throw new ApiError(0, { error: aborted })
    }
  }
  return (
    <FormDialog
      title={t('newTicket')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('start')}
      fieldOfCode={{ ERR_QUEUE_REQUIRED: 'queueId', ERR_NO_CONTACT_FOUND: 'contact' }}
      onInvalid={(fields) => fields.includes('queueId') && notify.error(t('errors:ERR_QUEUE_REQUIRED'))}
    >
      {conflict !== null && <InService conflict={conflict} onOpen={open} />}
      <ContactSelect
        value={form.values.contact}
        onChange={(chosen) => {
          setConflict(null)
          form.setFieldValue('contact', chosen)
        }}
        error={form.errors['contact'] as string | undefined}
        person={person}
      />
      <Select
        label={t('queue')}
        withAsterisk={!seesAll}
        clearable
        allowDeselect
        searchable
        placeholder={seesAll ? t('noQueue') : t('chooseQueue')}
        data={queues}
        {...form.getInputProps('queueId')}
      />
      <Select
        label={t('connection')}
        clearable
        allowDeselect
        placeholder={t('defaultConnection')}
        data={connections}
        {...form.getInputProps('whatsappId')}
      />
    </FormDialog>
  )
}
