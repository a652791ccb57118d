// The mail about a second factor that was switched on, off or reset, and about its recovery codes, in three languages.
import { z } from 'zod'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { mailMoment } from '#platform/mail/mail-moment.ts'

/** A further one needs its sentences below. */
const factorChanges = ['on', 'off', 'reset', 'new-codes', 'recovery-code', 'passkey-on', 'passkey-off'] as const
type FactorChange = (typeof factorChanges)[number]

export const factorFacts = z.object({
  to: z.string(),
  name: z.string(),
  language: z.enum(languages),
  timeZone: z.string(),
  change: z.enum(factorChanges),
  /** Name of the admin who did it; null for the person. */
  admin: z.string().nullable(),
  /** Recovery codes that are left. */
  left: z.number(),
  /** Milliseconds since 1970. */
  at: z.number()
})
export type FactorFacts = z.output<typeof factorFacts>

interface Words {
  locale: string
  hello: (name: string) => string
  subject: Record<FactorChange, string>
  what: Record<FactorChange, (facts: FactorFacts) => string>
  when: (moment: string) => string
  notYou: string
}

const words: Record<Language, Words> = {
  pt: {
    locale: 'pt-BR',
    hello: (name) => `Olá, ${name}!`,
    subject: {
      on: 'A verificação em duas etapas foi ativada',
      off: 'A verificação em duas etapas foi desativada',
      reset: 'A verificação em duas etapas foi redefinida',
      'new-codes': 'Novos códigos de recuperação foram gerados',
      'recovery-code': 'Um código de recuperação foi usado',
      'passkey-on': 'Uma chave de acesso foi adicionada',
      'passkey-off': 'Uma chave de acesso foi removida'
    },
    what: {
      on: () =>
        'A verificação em duas etapas da sua conta no Guichê foi ativada. Os seus outros acessos foram encerrados.',
      off: () =>
        'A verificação em duas etapas da sua conta no Guichê foi desativada. Agora só a senha é pedida ao entrar.',
      reset: ({ admin }) =>
        `${admin} desativou a verificação em duas etapas da sua conta no Guichê, e os seus acessos foram encerrados. Ative-a de novo depois de entrar.`,
      'new-codes': () =>
        'Foram gerados novos códigos de recuperação para a sua conta no Guichê. Os anteriores não valem mais.',
      'recovery-code': ({ left }) =>
        `Um código de recuperação da sua conta no Guichê foi usado. Códigos que restam: ${left}.`,
      'passkey-on': () => 'Foi adicionada uma chave de acesso à sua conta no Guichê. Com ela se entra sem a senha.',
      'passkey-off': () => 'Uma chave de acesso da sua conta no Guichê foi removida, e com ela não se entra mais.'
    },
    when: (moment) => `Quando: ${moment}`,
    notYou: 'Se não foi você, troque a sua senha agora e avise quem administra o Guichê na sua empresa.'
  },
  en: {
    locale: 'en-GB',
    hello: (name) => `Hello, ${name}!`,
    subject: {
      on: 'Two-step verification was switched on',
      off: 'Two-step verification was switched off',
      reset: 'Two-step verification was reset',
      'new-codes': 'New recovery codes were generated',
      'recovery-code': 'A recovery code was used',
      'passkey-on': 'A passkey was added',
      'passkey-off': 'A passkey was removed'
    },
    what: {
      on: () => 'Two-step verification of your Guichê account was switched on. Your other logins were ended.',
      off: () =>
        'Two-step verification of your Guichê account was switched off. Signing in asks for the password alone now.',
      reset: ({ admin }) =>
        `${admin} switched two-step verification of your Guichê account off, and your logins were ended. Switch it on again after signing in.`,
      'new-codes': () =>
        'New recovery codes were generated for your Guichê account. Those of before are no longer valid.',
      'recovery-code': ({ left }) => `A recovery code of your Guichê account was used. Codes left: ${left}.`,
      'passkey-on': () => 'A passkey was added to your Guichê account. It signs in without the password.',
      'passkey-off': () => 'A passkey of your Guichê account was removed; it signs in no more.'
    },
    when: (moment) => `When: ${moment}`,
    notYou: 'If it was not you, change your password now and tell whoever administers Guichê in your company.'
  },
  es: {
    locale: 'es-ES',
    hello: (name) => `¡Hola, ${name}!`,
    subject: {
      on: 'Se activó la verificación en dos pasos',
      off: 'Se desactivó la verificación en dos pasos',
      reset: 'Se restableció la verificación en dos pasos',
      'new-codes': 'Se generaron nuevos códigos de recuperación',
      'recovery-code': 'Se usó un código de recuperación',
      'passkey-on': 'Se agregó una llave de acceso',
      'passkey-off': 'Se quitó una llave de acceso'
    },
    what: {
      on: () => 'Se activó la verificación en dos pasos de tu cuenta de Guichê. Tus otras sesiones se cerraron.',
      off: () =>
        'Se desactivó la verificación en dos pasos de tu cuenta de Guichê. Ahora al entrar solo se pide la contraseña.',
      reset: ({ admin }) =>
        `${admin} desactivó la verificación en dos pasos de tu cuenta de Guichê, y tus sesiones se cerraron. Actívala de nuevo después de entrar.`,
      'new-codes': () =>
        'Se generaron nuevos códigos de recuperación para tu cuenta de Guichê. Los anteriores ya no sirven.',
      'recovery-code': ({ left }) =>
        `Se usó un código de recuperación de tu cuenta de Guichê. Códigos que quedan: ${left}.`,
      'passkey-on': () => 'Se agregó una llave de acceso a tu cuenta de Guichê. Con ella se entra sin la contraseña.',
      'passkey-off': () => 'Se quitó una llave de acceso de tu cuenta de Guichê, y con ella ya no se entra.'
    },
    when: (moment) => `Cuándo: ${moment}`,
    notYou: 'Si no fuiste tú, cambia tu contraseña ahora y avisa a quien administra Guichê en tu empresa.'
  }
}

export function factorMail(facts: FactorFacts): MailMessage {
  const said = words[facts.language]
  const lines = [
    said.hello(facts.name),
    said.what[facts.change](facts),
    said.when(mailMoment(new Date(facts.at), said.locale, facts.timeZone)),
    said.notYou
  ]
  return { to: facts.to, subject: said.subject[facts.change], text: `${lines.join('\n\n')}\n` }
}
