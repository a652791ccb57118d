// Over the field: the members that a begun mention may mean.
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/layout/Avatar.tsx'
import classes from './chat-pane.module.css'
import type { MentionPicker } from './use-mention-picker.ts'

export function MentionOffers({ picker }: { picker: MentionPicker }) {
  const { t } = useTranslation('chats')
  const { listId, offers, active, choose } = picker
  return (
    <ul id={listId} role="listbox" aria-label={t('people')} className={classes['people']}>
      {offers.map((offer, index) => (
        <li
          key={offer.key}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes['person']}
          // Pressing must not take the focus from the field.
          onMouseDown={(event) => {
            event.preventDefault()
            choose(offer)
          }}
        >
          <Avatar name={offer.name} size={24} />
          {offer.name}
        </li>
      ))}
    </ul>
  )
}
