// Mail for development: written into files instead of being sent.
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Mail } from './mail.ts'

/** One file a mail in `folder`. The log names the file and nothing of the mail, which may hold a code or a password. */
export function createFileMail(folder: string, log: Logger): Mail {
  return {
    send: async ({ to, subject, text }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replaceAll(':', '-')
      const file = path.join(folder, `${time}-${randomUUID().slice(0, 8)}.txt`)
      await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600, flag: 'wx' })
      log.info({ file }, 'a mail was written to a file, because SMTP_URL is not set')
    },
    close: async () => {}
  }
}
