// What a notification says of a message, as far as the person lets it show. Pure.
import type { Announcement } from '#bridge/notification-channels.ts'
import type { Preferences } from '#bridge/preference-channels.ts'
import type { Say } from '../platform/texts.ts'

/** Characters of a message in a notification; systems cut off at less. */
const longestText = 300

/** `count`: messages since the conversation was last read. */
export function notificationWords(
  { title, body }: Announcement,
  count: number,
  preview: Preferences['preview'],
  say: Say
): { title: string; body: string } {
  const news = count > 1 ? say('newMessages', { count }) : say('newMessage')
  if (preview === 'none') return { title: say('appName'), body: news }
  if (preview === 'name') return { title, body: news }
  return { title: count > 1 ? `${title} (${count})` : title, body: body.slice(0, longestText) }
}
