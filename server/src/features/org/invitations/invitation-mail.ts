// The mail that carries an invitation, in three languages.
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { invitationDays } from '@guiche/shared/features/org/invitations.ts'
import type { MailMessage } from '#platform/mail/mail.ts'

interface Facts {
  to: string
  company: string
  invitedBy: string
  link: string
}

interface Words {
  subject: (company: string) => string
  lines: (facts: Facts) => string[]
}

const words: Record<Language, Words> = {
  pt: {
    subject: (company) => `Convite para atender com ${company} no Guichê`,
    lines: ({ company, invitedBy, link }) => [
      'Olá!',
      `${invitedBy} convidou você para a equipe de ${company} no Guichê.`,
      `Abra este link, informe o seu nome e crie a sua senha: ${link}`,
      `O link serve uma única vez e vale por ${invitationDays} dias. Não o encaminhe a ninguém.`,
      'Se você não esperava este convite, ignore este e-mail: nada acontece.'
    ]
  },
  en: {
    subject: (company) => `Invitation to join ${company} on Guichê`,
    lines: ({ company, invitedBy, link }) => [
      'Hello!',
      `${invitedBy} has invited you to join the team of ${company} on Guichê.`,
      `Open this link, enter your name and set your password: ${link}`,
      `The link works once and is valid for ${invitationDays} days. Do not forward it to anyone.`,
      'If you did not expect this invitation, ignore this e-mail: nothing happens.'
    ]
  },
  es: {
    subject: (company) => `Invitación para atender con ${company} en Guichê`,
    lines: ({ company, invitedBy, link }) => [
      '¡Hola!',
      `${invitedBy} te invitó al equipo de ${company} en Guichê.`,
      `Abre este enlace, escribe tu nombre y crea tu contraseña: ${link}`,
      `El enlace sirve una sola vez y es válido durante ${invitationDays} días. No se lo reenvíes a nadie.`,
      'Si no esperabas esta invitación, ignora este correo: no pasa nada.'
    ]
  }
}

export function invitationMail(language: Language, facts: Facts): MailMessage {
  const { subject, lines } = words[language]
  return { to: facts.to, subject: subject(facts.company), text: `${lines(facts).join('\n\n')}\n` }
}
