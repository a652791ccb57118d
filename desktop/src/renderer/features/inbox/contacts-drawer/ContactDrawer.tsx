// Over the right edge of a conversation: who the contact is, where the ticket stands, and the notes on it.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Alert, Button, CloseButton, CopyButton, ScrollArea, Skeleton, Text } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconCheck, IconCopy, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useMay } from '#platform/session/session.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ConsentSection } from '#features/inbox/consents/ConsentSection.tsx'
import { ContactDialog } from '#features/inbox/contacts/ContactDialog.tsx'
import { CustomerNumber } from '#features/inbox/contacts/CustomerNumber.tsx'
import { TagChip } from '#features/inbox/tags/TagChip.tsx'
import { TagPicker } from '#features/inbox/tags/TagPicker.tsx'
import { NotesPanel } from '#features/inbox/ticket-notes/NotesPanel.tsx'
import { ContactMenu } from './ContactMenu.tsx'
import {
  putContactDetails,
  reloadContactDetails,
  showContactDetails,
  useContactDetails
} from './contact-details.store.ts'
import classes from './contact-drawer.module.css'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd dir="auto">{children}</dd>
    </>
  )
}

function Person({ ticket, onEdit }: { ticket: Ticket; onEdit: (() => void) | null }) {
  const { t } = useTranslation(['tickets', 'words'])
  const { id, name, number, profilePicUrl } = ticket.contact
  return (
    <div className={classes['person']}>
      <Avatar name={name} picture={profilePicUrl} size={64} />
      <div>
        <Text fw={600} size="md" dir="auto" className={classes['name']}>
          {name}
        </Text>
        <div className={classes['number']}>
          {number === '' || ticket.isGroup ? (
            <Text size="sm" c="dimmed">
              {ticket.isGroup ? t('group') : t('words:numberUnknown')}
            </Text>
          ) : (
            <CustomerNumber
              key={id}
              contact={{ id, number }}
              beside={(shown) => (
                <CopyButton value={shown}>
                  {({ copied, copy }) => (
                    <IconButton
                      className="g-small"
                      size="sm"
                      label={copied ? t('words:copied') : t('copyNumber')}
                      onClick={copy}
                    >
                      {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                    </IconButton>
                  )}
                </CopyButton>
              )}
            />
          )}
        </div>
      </div>
      <div className={classes['edit']}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPencil size={14} />}
          disabled={onEdit === null}
          onClick={onEdit ?? undefined}
        >
          {t('words:edit')}
        </Button>
        {!ticket.isGroup && <ContactMenu contact={ticket.contact} />}
      </div>
    </div>
  )
}

function ContactFacts() {
  const { t } = useTranslation(['tickets', 'words'])
  const { contact, error } = useContactDetails()
  if (contact === null && error !== null) {
    return (
      <Alert color="red" title={t('contactFailed')}>
        {errorText(error)}
        <Button size="compact-xs" variant="default" mt="xs" display="block" onClick={() => void reloadContactDetails()}>
          {t('words:retry')}
        </Button>
      </Alert>
    )
  }
  if (contact === null) return <Skeleton height={48} />
  if (contact.email === '' && contact.extraInfo.length === 0 && contact.tags.length === 0) return null
  return (
    <dl className={classes['facts']}>
      {contact.email !== '' && <Fact label={t('email')}>{contact.email}</Fact>}
      {contact.tags.length > 0 && (
        <Fact label={t('contactTags')}>
          <span className={classes['tags']}>
            {contact.tags.map((tag) => (
              <TagChip key={tag.id} tag={tag} />
            ))}
          </span>
        </Fact>
      )}
      {contact.extraInfo.map(({ id, name, value }) => (
        <Fact key={id} label={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

interface ContactDrawerProps {
  ticket: Ticket
  /** The part that is brought into view at the start. */
  part: 'contact' | 'notes'
  onClose: () => void
}

export function ContactDrawer({ ticket, part, onClose }: ContactDrawerProps) {
  const { t } = useTranslation(['tickets', 'words'])
  const { contact } = useContactDetails()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMay('contacts-page:write')
  const frame = useRef<HTMLElement>(null)
  const notes = useRef<HTMLDivElement>(null)
  const { contactId } = ticket
  useFocusReturn({ opened: true })
  useEffect(() => showContactDetails(contactId), [contactId])
  useEffect(() => {
    const target = part === 'notes' ? notes.current?.querySelector('textarea') : frame.current?.querySelector('button')
    target?.focus({ preventScroll: part === 'contact' })
  }, [part])
  return (
    <aside
      ref={frame}
      className={classes['drawer']}
      aria-label={t('contactDetails')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={classes['head']}>
        <Text fw={600}>{t('contactDetails')}</Text>
        <CloseButton aria-label={t('words:close')} onClick={onClose} />
      </div>
      <ScrollArea className={classes['body']} type="auto">
        <div className={classes['parts']}>
          <Person ticket={ticket} onEdit={mayEdit && contact?.id === contactId ? () => setEditing(true) : null} />
          <ContactFacts />
          <section>
            <h3 className={classes['title']}>{t('ticketFacts')}</h3>
            <dl className={classes['facts']}>
              <Fact label={t('ticketNumber')}>#{ticket.id}</Fact>
              <Fact label={t('status')}>{t(`status_${ticket.status}`)}</Fact>
              <Fact label={t('assigned')}>{ticket.user?.name ?? t('nobody')}</Fact>
              <Fact label={t('queue')}>{ticket.queue === null ? t('noQueue') : <QueueTag queue={ticket.queue} />}</Fact>
              <Fact label={t('connection')}>{ticket.whatsapp?.name ?? t('noConnection')}</Fact>
              <Fact label={t('openedAt')}>{formatDateTime(ticket.createdAt)}</Fact>
            </dl>
          </section>
          <section>
            <h3 className={classes['title']}>{t('tags')}</h3>
            <div className={classes['tags']}>
              {ticket.tags.map((tag) => (
                <TagChip key={tag.id} tag={tag} />
              ))}
              <TagPicker ticket={ticket} hasWords />
            </div>
          </section>
          {!ticket.isGroup && <ConsentSection contactId={contactId} titleClass={classes['title']} />}
          <section ref={notes}>
            <h3 className={classes['title']}>{t('notes')}</h3>
            <NotesPanel ticket={ticket} />
          </section>
        </div>
      </ScrollArea>
      {isEditing && contact !== null && (
        <ContactDialog contact={contact} onSaved={putContactDetails} onClose={() => setEditing(false)} />
      )}
    </aside>
  )
}
