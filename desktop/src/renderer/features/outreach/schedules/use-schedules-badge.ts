// The count in the menu: messages that did not go out on time and wait for a person's word.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ensureUndecided, useUndecided } from './schedules.store.ts'

export function useSchedulesBadge(): { text: string; label: string } | null {
  const { t } = useTranslation('schedules')
  const count = useUndecided(({ items }) => items.length)
  useEffect(() => void ensureUndecided(), [])
  return count === 0 ? null : { text: String(count), label: t('badge') }
}
