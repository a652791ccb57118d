// Chooses how mail leaves the house.
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/env.ts'
import { createFileMail } from './file-mail.ts'
import type { Mail } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** Through SMTP_URL, or into files under DATA_DIR without one. */
export const createMail = (
  { smtpUrl, mailFrom, dataDir }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: Logger
): Mail =>
  smtpUrl === undefined
    ? createFileMail(path.resolve(dataDir, 'mail'), log)
    : createSmtpMail({ url: smtpUrl, from: mailFrom, log })
