// What is said of an activity, in a sentence.
import type { TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { useTranslation } from '#platform/text/translation.ts'

export function useActivityText(): (activity: TicketActivity) => string {
  const { t } = useTranslation('timeline')
  return ({ kind, user, toUser, toQueue, tag, rating }) => {
    const names = {
      name: user?.name ?? t('removedUser'),
      user: toUser?.name ?? t('removedUser'),
      queue: toQueue?.name ?? t('removedQueue'),
      tag: tag?.name ?? t('removedTag')
    }
    if (kind === 'rated') return t(ratings[Math.min(3, Math.max(1, rating ?? 1)) - 1] ?? 'rated1')
    if (kind === 'onLeave') return t(toUser === null ? 'onLeave' : 'onLeaveTo', names)
    if (kind === 'transferred') {
      if (toUser !== null && toQueue !== null) return t(user ? 'toBoth' : 'toBothByItself', names)
      if (toUser !== null) return t(user ? 'toUser' : 'toUserByItself', names)
      return t(user ? 'toQueue' : 'toQueueByItself', names)
    }
    if (user !== null || kind === 'tagged' || kind === 'untagged' || kind === 'accepted') return t(kind, names)
    return t(`${kind}ByItself`)
  }
}

const ratings = ['rated1', 'rated2', 'rated3'] as const
