// Stands in for the browser's notifications: keeps what was shown, and presses each one.
import { onTestFinished } from 'vitest'

/** Until the test ends; `answer` is what the person says when asked. */
export function fakeNotifications(permission: NotificationPermission, answer = permission) {
  const shown: { title: string; body: string | undefined }[] = []
  let asked = 0
  const real = window.Notification
  const create = (title: string, options?: NotificationOptions) => {
    const one = { onclick: null as (() => void) | null, close: () => undefined }
    shown.push({ title, body: options?.body })
    setTimeout(() => one.onclick?.())
    return one
  }
  // Called with `new`, a function that returns an object gives that object.
  const fake = Object.assign(
    function Notification(title: string, options?: NotificationOptions) {
      return create(title, options)
    },
    {
      permission,
      requestPermission: () => {
        asked++
        return Promise.resolve(answer)
      }
    }
  )
  window.Notification = fake as never
  onTestFinished(() => {
    window.Notification = real
  })
  return { shown, asked: () => asked }
}
