// The mail about an archive that did not go into its store, in three languages.
import { z } from 'zod'
import { scheduleFailures, type ScheduleFailure } from '@guiche/shared/features/org/archive-schedules.ts'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { mailMoment } from '#platform/mail/mail-moment.ts'

export const archiveFailureFacts = z.object({
  to: z.string(),
  name: z.string(),
  language: z.enum(languages),
  timeZone: z.string(),
  companyId: z.number(),
  /** Name of the company. */
  company: z.string(),
  failure: z.enum(scheduleFailures),
  /** Milliseconds since 1970. */
  at: z.number(),
  next: z.number()
})
export type ArchiveFailureFacts = z.output<typeof archiveFailureFacts>

interface Words {
  locale: string
  hello: (name: string) => string
  subject: (company: string) => string
  what: (company: string, moment: string) => string
  why: Record<ScheduleFailure, string>
  next: (moment: string) => string
  todo: (link: string) => string
}

const words: Record<Language, Words> = {
  pt: {
    locale: 'pt-BR',
    hello: (name) => `Olá, ${name}!`,
    subject: (company) => `O arquivo de ${company} não foi enviado ao armazenamento`,
    what: (company, moment) => `O envio automático do arquivo de ${company} falhou em ${moment}.`,
    why: {
      address: 'O endereço do armazenamento não pode ser usado.',
      'internal-address': 'O endereço do armazenamento leva à rede interna do servidor, o que não é permitido.',
      name: 'O endereço do armazenamento não foi encontrado.',
      unreachable: 'O armazenamento não respondeu.',
      certificate: 'O certificado do armazenamento não é válido para o endereço.',
      access: 'O armazenamento recusou o acesso: confira as chaves.',
      bucket: 'O bucket não existe mais no armazenamento.',
      region: 'O bucket fica em outra região.',
      full: 'O armazenamento está sem espaço.',
      answer: 'O armazenamento não guardou o arquivo como devia.',
      'disk-full': 'Falta espaço no servidor.',
      stopped: 'O servidor parou no meio do envio.',
      internal: 'Houve um problema no servidor; o registro dele diz mais.'
    },
    next: (moment) => `Os arquivos anteriores continuam lá. Nova tentativa: ${moment}.`,
    todo: (link) => `Veja os dados e tente agora na página da empresa: ${link}`
  },
  en: {
    locale: 'en-GB',
    hello: (name) => `Hello, ${name}!`,
    subject: (company) => `The archive of ${company} did not go into its store`,
    what: (company, moment) => `The automatic archive of ${company} failed on ${moment}.`,
    why: {
      address: 'The address of the store cannot be used.',
      'internal-address': 'The address of the store leads into the server’s own network, which is not allowed.',
      name: 'The address of the store was not found.',
      unreachable: 'The store did not answer.',
      certificate: 'The certificate of the store is not valid for its address.',
      access: 'The store refused access: check the keys.',
      bucket: 'The bucket is no longer in the store.',
      region: 'The bucket is in another region.',
      full: 'The store is out of space.',
      answer: 'The store did not keep the file as it should.',
      'disk-full': 'The server is out of space.',
      stopped: 'The server stopped in the middle of it.',
      internal: 'There was a problem on the server; its log says more.'
    },
    next: (moment) => `Earlier archives are still there. Next try: ${moment}.`,
    todo: (link) => `See the settings and try now on the page of the company: ${link}`
  },
  es: {
    locale: 'es-ES',
    hello: (name) => `¡Hola, ${name}!`,
    subject: (company) => `El archivo de ${company} no llegó al almacenamiento`,
    what: (company, moment) => `El envío automático del archivo de ${company} falló el ${moment}.`,
    why: {
      address: 'La dirección del almacenamiento no se puede usar.',
      'internal-address':
        'La dirección del almacenamiento lleva a la red interna del servidor, lo que no está permitido.',
      name: 'No se encontró la dirección del almacenamiento.',
      unreachable: 'El almacenamiento no respondió.',
      certificate: 'El certificado del almacenamiento no es válido para la dirección.',
      access: 'El almacenamiento rechazó el acceso: revisa las claves.',
      bucket: 'El bucket ya no existe en el almacenamiento.',
      region: 'El bucket está en otra región.',
      full: 'El almacenamiento se quedó sin espacio.',
      answer: 'El almacenamiento no guardó el archivo como debía.',
      'disk-full': 'Falta espacio en el servidor.',
      stopped: 'El servidor se detuvo en medio del envío.',
      internal: 'Hubo un problema en el servidor; su registro dice más.'
    },
    next: (moment) => `Los archivos anteriores siguen allí. Próximo intento: ${moment}.`,
    todo: (link) => `Mira los datos e inténtalo ahora en la página de la empresa: ${link}`
  }
}

/** `link`: the address of the company's page. */
export function archiveFailureMail(facts: ArchiveFailureFacts, link: string): MailMessage {
  const { to, name, language, timeZone, company, failure, at, next } = facts
  const said = words[language]
  const moment = (of: number) => mailMoment(new Date(of), said.locale, timeZone)
  const lines = [
    said.hello(name),
    said.what(company, moment(at)),
    said.why[failure],
    said.next(moment(next)),
    said.todo(link)
  ]
  return { to, subject: said.subject(company), text: `${lines.join('\n\n')}\n` }
}
