// Notifications about the desk itself, one a subject: the next word about the same takes its place.
import { Notification } from 'electron'
import type { StatusNotification } from '#bridge/notification-channels.ts'

export interface StatusNotifications {
  show(notice: StatusNotification): void
  takeAll(): void
}

export function createStatusNotifications(open: (path: string) => void): StatusNotifications {
  const shown = new Map<string, Notification>()
  return {
    show: ({ about, title, body, path }) => {
      shown.get(about)?.close()
      const notification = new Notification({ title, body, silent: true })
      const forget = () => {
        if (shown.get(about) === notification) shown.delete(about)
      }
      notification.on('click', () => {
        forget()
        open(path)
      })
      notification.on('close', forget)
      shown.set(about, notification)
      notification.show()
    },
    takeAll: () => {
      for (const notification of [...shown.values()]) notification.close()
      shown.clear()
    }
  }
}
