// Sends mail through an SMTP server.
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Mail } from './mail.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for a connection that is encrypted from its start. */
  url: string
  /** Sender, as in `Name <address>`. */
  from: string
  log: Logger
}

/** Connections are kept and shared; a server that hangs is given up. Errors of `send`: those of nodemailer. */
export function createSmtpMail({ url, from, log }: SmtpOptions): Mail {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      maxMessages: 100,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Nothing of ours needs files or addresses to be attached by name.
      disableFileAccess: true,
      disableUrlAccess: true
    },
    { from }
  )
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ to, subject, text })
      } catch (error) {
        // The answer of the server may quote the address; its code is enough.
        const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
        log.warn({ code, responseCode, command }, 'a mail could not be sent')
        throw error
      }
    },
    close: async () => transport.close()
  }
}
