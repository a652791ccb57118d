// Toasts: short words that come and go by themselves; errors in the person's language.
import { notifications } from '@mantine/notifications'
import { errorText, isSilent } from '../net/error-text.ts'

/** Milliseconds a toast stays. */
const stay = 2_000

const show = (color: string, message: string, autoClose: number | false, withCloseButton = true): string =>
  notifications.show({ color, message, autoClose, withCloseButton, role: color === 'red' ? 'alert' : 'status' })

interface ToastOptions {
  /** Milliseconds; false keeps it until it is closed. */
  autoClose?: number | false
}

export const notify = {
  success: (message: string, options: ToastOptions = {}): string => show('teal', message, options.autoClose ?? stay),
  info: (message: string, options: ToastOptions = {}): string => show('gray', message, options.autoClose ?? stay),
  warning: (message: string, options: ToastOptions = {}): string => show('yellow', message, options.autoClose ?? stay),
  /** Takes the error itself or a sentence. */
  error: (error: unknown, options: ToastOptions = {}): string | null =>
    isSilent(error) ? null : show('red', errorText(error), options.autoClose ?? stay)
}
