// Chooses how mail leaves the house.
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/env.ts'
import { createFileMail } from './file-mail.ts'
import type { Mail } from './mail.ts'

/** Through SMTP_URL, or into files under DATA_DIR without one. */
export function createMail(
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: Logger
): Mail {
  if (smtpUrl === undefined) return createFileMail(path.resolve(dataDir, 'mail'), log)
  // Loaded with the first mail.
  let made: Promise<Mail> | undefined
  const load = async () => (await import('./smtp-mail.ts')).createSmtpMail({ url: smtpUrl, from: mailFrom, log })
  return {
    send: async (draft) => (await (made ??= load())).send(draft),
    close: async () => (await made)?.close()
  }
}
