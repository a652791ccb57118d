// Contact cards that came in a message: who it is, and the way to start a conversation.
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { NewTicketDialog } from '#features/inbox/tickets/dialogs/NewTicketDialog.tsx'
import classes from '#ui/conversation/media.module.css'
import { parseCards } from '../quote/vcard.ts'

export function ContactCards({ body }: { body: string }) {
  const { t } = useTranslation('messages')
  const [wanted, setWanted] = useState<{ name: string; number: string } | null>(null)
  const cards = parseCards(body)
  if (cards.length === 0) return <span className={classes['row']}>{t('kindContact')}</span>
  return (
    <>
      {cards.map(({ name, organization, phones, emails }, index) => {
        const phone = phones.find(({ isOnWhatsapp }) => isOnWhatsapp) ?? phones[0]
        return (
          <span key={index} className={classes['card']}>
            <Avatar name={name} size={36} />
            <span className={classes['facts']}>
              <span className={classes['name']} dir="auto">
                {name}
              </span>
              {organization !== '' && <span className={classes['small']}>{organization}</span>}
              {phones.map(({ number }) => (
                <span key={number} className={classes['small']}>
                  {formatPhone(number)}
                </span>
              ))}
              {emails.map((email) => (
                <span key={email} className={classes['small']}>
                  {email}
                </span>
              ))}
              {phone && !holdsHiddenNumber(phone.number) && (
                <Button
                  size="compact-xs"
                  variant="light"
                  mt={4}
                  w="fit-content"
                  leftSection={<IconMessagePlus size={14} />}
                  onClick={() => setWanted({ name, number: phone.number })}
                >
                  {t('startConversation')}
                </Button>
              )}
            </span>
          </span>
        )
      })}
      {wanted !== null && <NewTicketDialog person={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}
