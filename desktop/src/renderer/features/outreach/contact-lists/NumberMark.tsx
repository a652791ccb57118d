// Whether a number is on WhatsApp: yes, no, or not asked yet.
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import classes from './list-items.module.css'

const icons = { valid: IconCircleCheck, invalid: IconCircleX, unchecked: IconClock }

export function NumberMark({ item: { isWhatsappValid, checkedAt } }: { item: ContactListItem }) {
  const { t } = useTranslation('contactLists')
  const state = isWhatsappValid ? 'valid' : checkedAt === null ? 'unchecked' : 'invalid'
  const Icon = icons[state]
  return (
    <span className={classes['mark']} data-state={state} role="img" aria-label={t(state)} title={t(state)}>
      <Icon size={20} stroke={1.6} aria-hidden />
    </span>
  )
}
